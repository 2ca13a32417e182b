import type { CallResponse } from '@mission-control/contract/call';
import type { previewAlertRule as previewCall } from '@mission-control/contract/alerts/calls';
import { KIND_WORDS, quietUntil } from '@mission-control/contract/alerts/rules';
import type { RuleInput } from '@mission-control/contract/alerts/schema';
import type { Ctx } from '../../platform/context.ts';
import { isInScope } from '@mission-control/contract/windows/rules';
import { listWindowTimes, type WindowTime } from '../windows/public.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { groupTroubles } from './evaluate/group.ts';
import { inScope, viewsOf } from './evaluate/match-rules.ts';
import { listTenantViews } from './view-tenants.ts';
import { listPastTroubles, type PastTrouble } from './troubles/queries-past.ts';
import { KINDS } from './troubles/kinds.ts';
import type { Trouble } from './troubles/trouble.ts';

const DAYS = 7;
const MAX_MESSAGES = 100;
const MAX_NOW = 20;

type Preview = CallResponse<typeof previewCall>;

/** What a rule would have sent according to the stored history, and what it would find now. */
export async function previewAlertRule(ctx: Ctx, rule: RuleInput): Promise<Preview> {
  const now = ctx.clock.now();
  const { load, fires, totals } = KINDS[rule.kind];
  const reading = { now, least: rule.limit ?? 0, most: rule.limit ?? 0 };
  const found = await load(ctx.db, reading);
  const from = new Date(now.getTime() - DAYS * DAY_MS);
  const windows = await listWindowTimes(ctx.db, from, new Date(now.getTime() + 1));
  const isHeld = (trouble: Trouble): boolean =>
    windows.some((time) => time.to > now.getTime() && isInScope(time.scope, trouble));
  const views = await listTenantViews(ctx.db, rule.scope.views ?? []);
  const isIn = (trouble: Trouble): boolean => inScope(rule.scope, trouble, viewsOf(views, trouble));
  const firing = found.filter((trouble) => isIn(trouble) && fires(trouble, rule) && !isHeld(trouble));
  const past = await listPastTroubles(ctx.db, rule, from, now);
  const own = past?.troubles.filter(isIn).flatMap((trouble) => outsideOf(windows, trouble, now.getTime())) ?? [];
  const counts = totals && own.length > 0 ? await totals(ctx.db) : undefined;
  const messages = messagesOf(rule, own, counts).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return {
    from: past?.from.toISOString() ?? null,
    messages: messages.slice(0, MAX_MESSAGES),
    count: messages.length,
    now: firing.slice(0, MAX_NOW).map(({ label, detail }) => `${label}: ${detail}`),
    now_count: firing.length,
    note: KIND_WORDS[rule.kind].history,
  };
}

/**
 * A trouble as it would be reported: a beginning or end within a maintenance window moves to the end of the window. Empty if the beginning
 * was moved and the trouble had ended by then, or if that time is still to come.
 */
function outsideOf(windows: readonly WindowTime[], trouble: PastTrouble, now: number): PastTrouble[] {
  const own = windows.filter(({ scope }) => isInScope(scope, trouble));
  const after = (at: number): number =>
    own.reduce((moved, { from, to }) => (moved >= from && moved < to ? to : moved), at);
  const since = after(trouble.since);
  const endedAt = trouble.endedAt === null ? null : after(trouble.endedAt);
  const isStanding = since === trouble.since || trouble.endedAt === null || trouble.endedAt > since;
  return isStanding && since <= now ? [{ ...trouble, since, endedAt }] : [];
}

/** Groups troubles that began within the settling time of the first, as the evaluator does. */
function messagesOf(
  rule: RuleInput,
  troubles: readonly PastTrouble[],
  counts: ReadonlyMap<string, number> | undefined,
): Preview['messages'] {
  const { settleMs } = KINDS[rule.kind];
  const messages: Preview['messages'] = [];
  const sorted = troubles.toSorted((a, b) => a.since - b.since);
  for (let at = 0; at < sorted.length;) {
    const start = sorted[at]?.since ?? 0;
    const burst = sorted.slice(at).filter(({ since }) => since <= start + settleMs);
    at += Math.max(1, burst.length);
    const options = { now: start, ...(counts && { totalOf: (cause: string) => counts.get(cause) ?? 0 }) };
    for (const { title, troubles: own } of groupTroubles(rule.kind, burst, options))
      messages.push(...messagesOfAlert(rule, title, start + settleMs, own as PastTrouble[]));
  }
  return messages;
}

function messagesOfAlert(
  rule: RuleInput,
  title: string,
  at: number,
  troubles: readonly PastTrouble[],
): Preview['messages'] {
  const end = troubles.reduce<number | null>(
    (last, { endedAt }) => (last === null || endedAt === null ? null : Math.max(last, endedAt)),
    0,
  );
  const quiet = quietUntil(rule.quiet, new Date(at));
  // Nothing is sent about an alert that ends within the quiet hours.
  if (quiet !== null && end !== null && end < quiet.getTime()) return [];
  const opened = { at: (quiet ?? new Date(at)).toISOString(), event: 'opened', title } as const;
  if (end === null) return [opened];
  const resolvedAt = quietUntil(rule.quiet, new Date(end)) ?? new Date(end);
  return [opened, { at: resolvedAt.toISOString(), event: 'resolved', title }];
}
