import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findReportTime } from './queries.ts';

/** When the system of a tenant last told how it is; null when it never did. @throws AppError('not_found') */
export async function getReportTime(ctx: Ctx, tenantId: number): Promise<{ created: string | null }> {
  const found = await findReportTime(ctx.db, tenantId);
  if (!found) throw new AppError('not_found', `There is no tenant ${tenantId}. It may have been deleted.`);
  return { created: found.created?.toISOString() ?? null };
}
