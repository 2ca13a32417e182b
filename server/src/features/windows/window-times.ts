import type { TimeRange } from '@mission-control/contract/windows/rules';
import type { WindowInput } from '@mission-control/contract/windows/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { insertOccurrences, type StoredWindow } from './queries.ts';

/** Kind of the job that announces beginnings and ends. */
export const ADVANCE_JOB = 'windows.turn';
/** Kind of the job that updates the maintenance switches. */
export const FOLLOW_WINDOWS_JOB = 'tenants.follow-windows';

/** How far ahead the occurrences of a rule are stored. */
export const PLANNED_MS = 9 * DAY_MS;

export function inputOf({ name, note, scope, starts, zone, minutes, rule, switches }: StoredWindow): WindowInput {
  const { tenants, environments, services } = scope;
  const copy = { tenants: [...tenants], environments: [...environments], services: [...services] };
  return { name, note, scope: copy as WindowInput['scope'], starts, zone, minutes, rule, switches };
}

/** Stores occurrences and schedules the announcements of their beginning and end. */
export async function storeOccurrences(ctx: Ctx, db: Transaction, window: StoredWindow, times: readonly TimeRange[]) {
  const { id: windowId, scope, switches } = window;
  const now = ctx.clock.now().getTime();
  // Of those in progress, which all start now, the last one ends last.
  const ends = new Map(times.map(({ from, to }) => [Math.max(from, now), to]));
  const stored = [...ends].map(([from, to]) => ({ startsAt: new Date(from), endsAt: new Date(to) }));
  await insertOccurrences(
    db,
    stored.map((time) => ({ windowId, scope, switches, ...time })),
  );
  for (const at of stored.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]))
    await ctx.jobs.send(db, ADVANCE_JOB, {}, { at });
}
