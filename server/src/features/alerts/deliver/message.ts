import { KIND_WORDS, lengthText, type ChannelKind } from '@mission-control/contract/alerts/rules';
import type { AlertEvent, AlertMessage } from '@mission-control/contract/alerts/schema';
import { countText } from '@mission-control/contract/numbers';
import type { alertRules, alerts } from '../tables.ts';

type Member = NonNullable<AlertMessage['alert']>['members'][number];

interface Facts {
  id: string;
  event: AlertEvent;
  at: Date;
  alert: typeof alerts.$inferSelect;
  rule: Pick<typeof alertRules.$inferSelect, 'id' | 'name' | 'kind'>;
  members: { count: number; first: Member[] } | undefined;
  /** Address of the console; null when unknown. */
  address: string | null;
}

/** The message as sent to a webhook; other channels send the same content. */
export function messageOf({ id, event, at, alert, rule, members, address }: Facts): AlertMessage {
  const lengthMs = alert.resolvedAt === null ? null : alert.resolvedAt.getTime() - alert.since.getTime();
  return {
    version: 1,
    id,
    event,
    at: at.toISOString(),
    alert: {
      id: alert.id,
      title: alert.title,
      severity: alert.severity,
      rule: { id: rule.id, name: rule.name, kind: rule.kind },
      since: alert.since.toISOString(),
      resolved_at: alert.resolvedAt?.toISOString() ?? null,
      length_seconds: lengthMs === null ? null : Math.round(lengthMs / 1000),
      returns: alert.returns,
      count: members?.count ?? 0,
      members: members?.first ?? [],
      url: address === null ? null : `${address}/alerts/${alert.id}`,
    },
  };
}

export const testMessage = (id: string, at: Date): AlertMessage => ({
  version: 1,
  id,
  event: 'test',
  at: at.toISOString(),
  alert: null,
});

const EVENT_WORDS: Readonly<Record<AlertEvent, string>> = {
  opened: 'Alert',
  resolved: 'Resolved',
  flapping: 'Flapping',
  reminder: 'Still open',
  test: 'Test',
};

/** The message as text: a headline and further lines. */
export function textOf({ event, alert }: AlertMessage): { head: string; lines: string[] } {
  if (alert === null)
    return { head: 'Test of Mission Control', lines: ['Alerts from rules that use this channel are sent here.'] };
  const shown = alert.members.slice(0, SHOWN);
  const hidden = alert.count - shown.length;
  return {
    head: `${EVENT_WORDS[event]}: ${alert.title}`,
    lines: [
      `${alert.severity}, rule ${alert.rule.name} (${KIND_WORDS[alert.rule.kind].label})`,
      ...(alert.length_seconds === null
        ? [`Since ${utc(alert.since)}`]
        : [`From ${utc(alert.since)}, for ${lengthText(alert.length_seconds * 1000)}`]),
      ...(event === 'flapping' ? ['It is flapping. Nothing more is sent until it has been quiet for 30 minutes.'] : []),
      ...(event === 'resolved' ? [] : shown.map(({ label, detail }) => `${label}: ${detail}`)),
      ...(event !== 'resolved' && hidden > 0 ? [`and ${countText(hidden, 'other')}`] : []),
      ...(alert.url === null ? [] : [alert.url]),
    ],
  };
}

const SHOWN = 10;
const utc = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** The body of a webhook. */
export function bodyOf(kind: Exclude<ChannelKind, 'email'>, message: AlertMessage): object {
  if (kind === 'webhook') return message;
  const { head, lines } = textOf(message);
  const isLink = (line: string): boolean => line === message.alert?.url;
  // Rich text shows names as they are, in Slack and in Teams; other texts render Markdown.
  if (kind === 'slack') {
    const rest = lines.flatMap((line) => [
      { type: 'text', text: '\n' },
      isLink(line) ? { type: 'link', url: line } : { type: 'text', text: line },
    ]);
    const elements = [{ type: 'text', text: head, style: { bold: true } }, ...rest];
    return {
      text: escaped(head),
      blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }],
    };
  }
  const block = (text: string, run: object, more: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...run }],
    ...more,
  });
  const linkOf = (line: string) => (isLink(line) ? { selectAction: { type: 'Action.OpenUrl', url: line } } : {});
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [block(head, { weight: 'Bolder' }), ...lines.map((line) => block(line, linkOf(line), { spacing: 'None' }))],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

/** Slack reads these as markup in its notification; a tenant's name must not be able to mention everybody. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
