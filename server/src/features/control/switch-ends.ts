import { LONGEST_SWITCH_MS } from '@mission-control/contract/control/rules';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { putSwitchEnd, removeSwitchEnd, type SwitchEnd } from './queries.ts';

/** Kind of the job that reverts a switch at its end. */
export const REVERT_JOB = 'tenants.revert-switches';

/**
 * Stores when a switch reverts, or that it is permanent, in the transaction that sets it.
 * @param until undefined: permanent
 * @returns whether the end has changed
 * @throws AppError('bad_request') for a time in the past or more than 31 days ahead
 */
export async function setSwitchEnd(
  ctx: Ctx,
  db: Transaction,
  key: Pick<SwitchEnd, 'tenantId' | 'service' | 'name' | 'restores'>,
  until: Date | undefined,
): Promise<boolean> {
  const before = await removeSwitchEnd(db, key);
  if (until === undefined) return before !== undefined;
  const ahead = until.getTime() - ctx.clock.now().getTime();
  if (ahead <= 0 || ahead > LONGEST_SWITCH_MS) {
    const wrong = 'must be a time in the next 31 days';
    throw new AppError('bad_request', `until: ${wrong}`, { fields: { until: wrong } });
  }
  await putSwitchEnd(db, { ...key, until, setBy: ctx.actor.name });
  await ctx.jobs.send(db, REVERT_JOB, {}, { at: until });
  return before?.until.getTime() !== until.getTime();
}
