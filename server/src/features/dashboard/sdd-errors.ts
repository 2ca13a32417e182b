import type { SddError } from '@mission-control/contract/dashboard/schema';
import type { Clock } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { listErrors } from './queries.ts';

const KEPT_MS = 14 * 24 * 60 * 60_000;
/** Most errors that are answered. */
const ERRORS_ANSWERED = 1000;

/** Errors from before this time are forgotten. */
export const errorsKeptFrom = ({ clock }: { clock: Clock }): Date => new Date(clock.now().getTime() - KEPT_MS);

/** The newest SDD errors of the tenants in production, the newest first. */
export function listSddErrors(ctx: Ctx): Promise<SddError[]> {
  return listErrors(ctx.db, errorsKeptFrom(ctx), ERRORS_ANSWERED);
}
