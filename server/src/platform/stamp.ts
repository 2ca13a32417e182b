import type { Ctx } from './context.ts';
import { AppError } from './errors.ts';

interface Stamp {
  updatedAt: Date;
  updatedBy: string;
}

/** Who saves a record, and when. */
export const stamp = (ctx: Ctx): Stamp => ({ updatedAt: ctx.clock.now(), updatedBy: ctx.actor.name });

/**
 * Rejects a stale save.
 * @param known time of the version that the client edited; undefined skips the check
 * @throws AppError('conflict') naming who has saved since
 */
export function rejectStale({ updatedAt, updatedBy }: Stamp, known: string | undefined): void {
  if (known === undefined || Date.parse(known) === updatedAt.getTime()) return;
  throw new AppError('conflict', `${updatedBy} has changed this in the meantime. Review the changes, and save again.`);
}
