import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { moveSwitchEnds, REVERT_JOB, sendControlFile } from '../control/public.ts';
import { listSwitchedServices } from './queries.ts';

const BY = 'window: ';

/** The audit actor that turns switches on and off for a window. */
export const windowActor = (name: string): string => `${BY}${name}`;
export const isWindowActor = (name: string): boolean => name.startsWith(BY);

/**
 * Moves the end of the switches that an occurrence of a window has turned on, except those changed by a person or kept on by another
 * window.
 */
export async function moveSwitches(ctx: Ctx, db: Transaction, timeId: number, end: Date): Promise<void> {
  const services = await listSwitchedServices(db, timeId, ctx.clock.now());
  const wanted = services.map(({ tenantId, service, others }) => ({
    tenantId,
    service,
    until: others === null || new Date(others) < end ? end : new Date(others),
  }));
  const moved = await moveSwitchEnds(db, wanted, BY);
  for (const tenantId of new Set(moved)) await sendControlFile(ctx, db, tenantId);
  const ends = new Set(wanted.map(({ until }) => until.getTime()));
  for (const at of ends) await ctx.jobs.send(db, REVERT_JOB, {}, { at: new Date(at) });
}
