import { lastEndOf } from '@mission-control/contract/attention/rules';
import type { CronTask } from '@mission-control/contract/cron/schema';
import { isZone, minuteOf, wallMinute } from '@mission-control/contract/zones';
import { Cron } from 'croner';
import { MINUTE_MS } from '../../../platform/clock.ts';

/** Times follow the wall clock of the zone as in cron: a skipped time runs right afterwards, a repeated one runs once. */
const OPTIONS = { mode: '5-part', paused: true } as const;

/** Parsed expressions by zone and text; null: invalid, or never due, which is slow to detect. */
const parsed = new Map<string, Cron | null>();
const MAX_PARSED = 1_000;

function parse(expression: string, zone: string): Cron | null {
  const key = `${zone} ${expression}`;
  let found = parsed.get(key);
  if (found === undefined) {
    if (parsed.size >= MAX_PARSED) parsed.clear();
    parsed.set(key, (found = parseUncached(expression.trim(), zone)));
  }
  return found;
}

function parseUncached(expression: string, zone: string): Cron | null {
  // Dates and nicknames are not cron expressions.
  if (!/^\S+(?:\s+\S+){4}$/.test(expression) || !isZone(zone)) return null;
  try {
    const cron = new Cron(expression, { ...OPTIONS, timezone: zone });
    return cron.nextRun(new Date(0)) === null ? null : cron;
  } catch {
    return null;
  }
}

/** The next time after an instant (ms) at which an expression is due; null when there is none, or the expression is invalid. */
export function nextDue(expression: string, zone: string, after: number): number | null {
  return parse(expression, zone)?.nextRun(new Date(after))?.getTime() ?? null;
}

/** The last time before an instant (ms) at which an expression was due; null as above. */
export function lastDue(expression: string, zone: string, before: number): number | null {
  return parse(expression, zone)?.previousRuns(1, new Date(before))[0]?.getTime() ?? null;
}

type Planned = Pick<CronTask, 'restrictions' | 'schedule' | 'logs'>;

/**
 * When a task runs next, in ms: the time of its expression, or the earliest time that its interval and its daily window allow. Null for
 * tasks that run always or manually, and when it cannot be determined.
 * @param zone of the window and the expression
 */
export function nextRun(task: Planned, zone: string, now: number): { at: number; earliest: boolean } | null {
  const { restrictions, schedule, logs } = task;
  if (schedule) {
    const at = nextDue(schedule.cron, zone, now);
    return at === null ? null : { at, earliest: false };
  }
  if (restrictions.time.type !== 'delay') return null;
  const lastEnd = lastEndOf(logs);
  if (lastEnd === null) return null;
  const free = Math.max(now, lastEnd + restrictions.time.minimum * MINUTE_MS);
  const at = restrictions.run === null ? free : inWindow(restrictions.run, zone, free);
  return at === null ? null : { at, earliest: true };
}

type Window = NonNullable<CronTask['restrictions']['run']>;

/** The first instant from `from` within a daily window; null for invalid times. */
function inWindow({ notBefore, notAfter }: Window, zone: string, from: number): number | null {
  const [start, end] = [minuteOf(notBefore ?? '00:00'), minuteOf(notAfter ?? '24:00')];
  if (start === null || end === null) return null;
  const minute = wallMinute(zone, from);
  const isInside = start <= end ? minute >= start && minute <= end : minute >= start || minute <= end;
  return isInside ? from : nextDue(`${start % 60} ${Math.floor(start / 60)} * * *`, zone, from);
}
