import { STALE_MS } from '@mission-control/contract/reports/define-report';
import { TOPIC } from '@mission-control/contract/topics';
import { getSystemReport, reportSystem } from '@mission-control/contract/system/calls';
import { noTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import type { UnauditedWork } from '../../platform/database/transaction.ts';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { type Reported, receiveReports } from '../reports/public.ts';
import { findReportTime, listSilent, replaceSystemValues } from './queries.ts';

/** Time of the last system report of a tenant; null without one. @throws AppError('not_found') */
async function getReportTime(ctx: Ctx, tenantId: number): Promise<{ created: string | null }> {
  const found = await findReportTime(ctx.db, tenantId);
  if (!found) throw noTenant(tenantId);
  return { created: found.created?.toISOString() ?? null };
}

/** Replaces the stored system values of tenants by the reported ones. */
async function storeSystemReports(
  { clock }: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<{ system: Record<string, string> }>[],
): Promise<void> {
  const values = reports.map(({ tenantId, created, entry }) => ({ tenantId, created, values: entry.system }));
  const silent = await listSilent(
    db,
    values.map(({ tenantId }) => tenantId),
    new Date(clock.now().getTime() - STALE_MS),
  );
  if (silent.length > 0) changed(TOPIC.attention, ...silent.map((id) => TOPIC.tenant(id)));
  changed(...(await replaceSystemValues(db, values)).map((id) => TOPIC.tenant(id)));
}

export const systemFeature = {
  routes: [
    handle(getSystemReport, (ctx, { params }) => getReportTime(ctx, params.id)),
    receiveReports(reportSystem, storeSystemReports),
  ],
} satisfies Feature;
