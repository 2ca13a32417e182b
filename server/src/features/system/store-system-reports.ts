import { TOPIC } from '@mission-control/contract/topics';
import { noTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import type { UnauditedWork } from '../../platform/database/transaction.ts';
import type { Reported } from '../reports/public.ts';
import { replaceSystemValues, findReportTime } from './queries.ts';

/** Time of the last system report of a tenant; null without one. @throws AppError('not_found') */
export async function getReportTime(ctx: Ctx, tenantId: number): Promise<{ created: string | null }> {
  const found = await findReportTime(ctx.db, tenantId);
  if (!found) throw noTenant(tenantId);
  return { created: found.created?.toISOString() ?? null };
}

/** Replaces the stored system values of tenants by the reported ones. */
export async function storeSystemReports(
  _ctx: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<{ system: Record<string, string> }>[],
): Promise<void> {
  const values = reports.map(({ tenantId, created, entry }) => ({ tenantId, created, values: entry.system }));
  changed(...(await replaceSystemValues(db, values)).map((id) => TOPIC.tenant(id)));
}
