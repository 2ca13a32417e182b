import type { CallResponse } from '@mission-control/contract/call';
import type { getCronOverlap as call } from '@mission-control/contract/cron/calls';
import { SLOT_MS, SLOTS } from '@mission-control/contract/cron/rules';
import type { OverlapSlot } from '@mission-control/contract/cron/schema';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { findReporting, listBusyEnvironments, listSlots } from './queries-slots.ts';
import { firstSlot, maxConcurrent, type Slot } from './slots.ts';

/** Maximum tasks named per slot. */
const MAX_NAMED = 5;

/** The number of concurrent tasks of an environment over the last 24 hours. @throws AppError('not_found') without the environment */
export async function getCronOverlap({ db, clock }: Ctx, wanted?: number): Promise<CallResponse<typeof call>> {
  const from = firstSlot(clock.now().getTime());
  const environments = await listBusyEnvironments(db, new Date(from));
  const id = wanted ?? environments[0]?.id;
  if (id === undefined) return { environments, environment: null, slots: [] };
  const environment = await findReporting(db, id);
  if (!environment) throw new AppError('not_found', `There is no environment ${id}. It may have been retired.`);
  const known = new Map((await listSlots(db, id, new Date(from))).map((row) => [row.at.getTime(), row]));
  const reported = environment.reported?.getTime() ?? 0;
  return {
    environments,
    environment: { ...environment, reported: environment.reported?.toISOString() ?? null },
    slots: Array.from({ length: SLOTS }, (_, index) => {
      const at = from + index * SLOT_MS;
      return slotRow(at, known.get(at), at < reported);
    }),
  };
}

function slotRow(at: number, slot: Slot | undefined, isReported: boolean): OverlapSlot {
  const tasks = slot?.tasks ?? [];
  const most = slot ? maxConcurrent(slot) : 0;
  const second = slot?.running.indexOf(most) ?? 0;
  const total = slot?.running.reduce((sum, count) => sum + count, 0) ?? 0;
  return {
    at: new Date(at).toISOString(),
    most: slot || isReported ? most : null,
    most_at: most > 0 ? new Date(at + second * 1000).toISOString() : null,
    average: Math.round((total / (SLOT_MS / 1000)) * 100) / 100,
    tasks: tasks.slice(0, MAX_NAMED).map(({ group, task, runs }) => ({ group, task, runs })),
    others: Math.max(0, tasks.length - MAX_NAMED),
  };
}
