import type { CallResponse } from '@mission-control/contract/call';
import type { previewAlertRule as previewCall } from '@mission-control/contract/alerts/calls';
import { KIND_WORDS, quietUntil } from '@mission-control/contract/alerts/rules';
import type { RuleInput } from '@mission-control/contract/alerts/schema';
import type { Ctx } from '../../platform/context.ts';
import { isInScope } from '@mission-control/contract/windows/rules';
import { listOccurrences, type WindowOccurrence } from '../windows/public.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { groupProblems } from './evaluate/group.ts';
import { inScope, viewsOf } from './evaluate/match-rules.ts';
import { listTenantViews } from './view-tenants.ts';
import { listPastProblems, type PastProblem } from './problems/queries-past.ts';
import { KINDS } from './problems/kinds.ts';
import type { Problem } from './problems/problem.ts';

const DAYS = 7;
const MAX_MESSAGES = 100;
const MAX_NOW = 20;

type Preview = CallResponse<typeof previewCall>;

/** What a rule would have sent according to the stored history, and what it would find now. */
export async function previewAlertRule(ctx: Ctx, rule: RuleInput): Promise<Preview> {
  const now = ctx.clock.now();
  const { load, fires, totals } = KINDS[rule.kind];
  const reading = { now, min: rule.limit ?? 0, max: rule.limit ?? 0 };
  const found = await load(ctx.db, reading);
  const from = new Date(now.getTime() - DAYS * DAY_MS);
  const windows = await listOccurrences(ctx.db, from, new Date(now.getTime() + 1));
  const isInMaintenance = (problem: Problem): boolean =>
    windows.some((time) => time.to > now.getTime() && isInScope(time.scope, problem));
  const views = await listTenantViews(ctx.db, rule.scope.views ?? []);
  const isIn = (problem: Problem): boolean => inScope(rule.scope, problem, viewsOf(views, problem));
  const firing = found.filter((problem) => isIn(problem) && fires(problem, rule) && !isInMaintenance(problem));
  const past = await listPastProblems(ctx.db, rule, from, now);
  const reported = past?.problems.filter(isIn).flatMap((problem) => outsideOf(windows, problem, now.getTime())) ?? [];
  const counts = totals && reported.length > 0 ? await totals(ctx.db) : undefined;
  const messages = messagesOf(rule, reported, counts).toSorted((a, b) => (a.at < b.at ? 1 : -1));
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
 * A problem as it would be reported: a beginning or end within a maintenance window moves to the end of the window. Empty if the beginning
 * was moved and the problem had ended by then, or if that time is still to come.
 */
function outsideOf(windows: readonly WindowOccurrence[], problem: PastProblem, now: number): PastProblem[] {
  const covering = windows.filter(({ scope }) => isInScope(scope, problem));
  const after = (at: number): number =>
    covering.reduce((moved, { from, to }) => (moved >= from && moved < to ? to : moved), at);
  const since = after(problem.since);
  const endedAt = problem.endedAt === null ? null : after(problem.endedAt);
  const isStanding = since === problem.since || problem.endedAt === null || problem.endedAt > since;
  return isStanding && since <= now ? [{ ...problem, since, endedAt }] : [];
}

/** Groups problems that began within the settling time of the first, as the evaluator does. */
function messagesOf(
  rule: RuleInput,
  problems: readonly PastProblem[],
  counts: ReadonlyMap<string, number> | undefined,
): Preview['messages'] {
  const { settleMs } = KINDS[rule.kind];
  return burstsOf(problems, settleMs).flatMap(({ start, problems: burst }) => {
    const options = { now: start, ...(counts && { totalOf: (cause: string) => counts.get(cause) ?? 0 }) };
    return groupProblems(rule.kind, burst, options).flatMap((group) =>
      messagesOfAlert(rule, group.title, start + settleMs, group.problems as PastProblem[]),
    );
  });
}

function burstsOf(problems: readonly PastProblem[], settleMs: number): { start: number; problems: PastProblem[] }[] {
  const bursts: { start: number; problems: PastProblem[] }[] = [];
  for (const problem of problems.toSorted((a, b) => a.since - b.since)) {
    const last = bursts.at(-1);
    if (last && problem.since <= last.start + settleMs) last.problems.push(problem);
    else bursts.push({ start: problem.since, problems: [problem] });
  }
  return bursts;
}

function messagesOfAlert(
  rule: RuleInput,
  title: string,
  at: number,
  problems: readonly PastProblem[],
): Preview['messages'] {
  const end = problems.reduce<number | null>(
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
