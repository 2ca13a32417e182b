import { expect, it } from 'vitest';
import type { AlertMessage } from '@mission-control/contract/alerts/schema';
import { bodyOf, testMessage } from './message.ts';

const MARKUP = '[x](http://evil.example) **b** _i_ `c` <!channel> & :smile:';
const ADDRESS = 'https://console.example/alerts/7';
const message = (): AlertMessage => ({
  ...testMessage('id', new Date('2026-11-20T09:00:00Z')),
  event: 'opened',
  alert: {
    id: 7,
    title: `Site down: ${MARKUP}`,
    severity: 'critical',
    rule: { id: 1, name: MARKUP, kind: 'site-down' },
    since: '2026-11-20T08:59:00.000Z',
    resolved_at: null,
    length_seconds: null,
    returns: 0,
    count: 1,
    members: [
      { label: MARKUP, detail: 'No response.', tenant_id: 1, link: '/monitor/1', since: '2026-11-20T08:59:00.000Z' },
    ],
    url: ADDRESS,
  },
});

it('is shown in Teams with names as they are: only its own address is a link', () => {
  const { attachments } = bodyOf('teams', message()) as {
    attachments: { content: { body: { type: string; inlines: { type: string; text: string }[] }[] } }[];
  };
  const blocks = attachments[0]?.content.body ?? [];
  expect(blocks.map(({ type, inlines }) => [type, ...inlines.map((run) => run.type)])).toEqual(
    blocks.map(() => ['RichTextBlock', 'TextRun']),
  );
  const runs = blocks.flatMap(({ inlines }) => inlines);
  expect(runs[0]).toMatchObject({ text: `Alert: Site down: ${MARKUP}`, weight: 'Bolder' });
  expect(runs.filter((run) => 'selectAction' in run)).toEqual([
    { type: 'TextRun', text: ADDRESS, selectAction: { type: 'Action.OpenUrl', url: ADDRESS } },
  ]);
});

it('is shown in Slack with names as they are: only its own address is a link, and nobody is mentioned', () => {
  const { text, blocks } = bodyOf('slack', message()) as {
    text: string;
    blocks: { type: string; elements: { elements: { type: string; text?: string; url?: string }[] }[] }[];
  };
  expect(text).not.toContain('<!channel>');
  expect(blocks.map(({ type }) => type)).toEqual(['rich_text']);
  const parts = blocks.flatMap(({ elements }) => elements).flatMap(({ elements }) => elements);
  expect(parts[0]).toEqual({ type: 'text', text: `Alert: Site down: ${MARKUP}`, style: { bold: true } });
  expect(parts.filter(({ type }) => type !== 'text')).toEqual([{ type: 'link', url: ADDRESS }]);
  expect(parts.map((part) => part.text ?? '').join('')).toContain(`\n${MARKUP}: No response.`);
});
