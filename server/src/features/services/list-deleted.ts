import { SERVICES } from '@mission-control/contract/catalogue';
import type { DeletedService } from '@mission-control/contract/services/schema';
import { keptSince, purgeTime } from '@mission-control/contract/tenants/rules';
import { requireTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { listLastDeleted } from './queries-deleting.ts';

/**
 * Services that can be restored: the last deleted one of each kind.
 * @throws AppError('not_found') without the tenant
 */
export async function listDeletedServices(ctx: Ctx, tenantId: number): Promise<{ services: DeletedService[] }> {
  await requireTenant(ctx.db, tenantId);
  const rows = await listLastDeleted(ctx.db, tenantId, keptSince(ctx.clock.now()));
  return { services: rows.flatMap(toDeleted) };
}

function toDeleted(row: Awaited<ReturnType<typeof listLastDeleted>>[number]): DeletedService[] {
  const service = SERVICES.find(({ slug }) => slug === row.service);
  if (!service) return [];
  const domains = row.facts.domains.toSorted((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
  return [
    {
      service: service.slug,
      deleted_at: row.deletedAt.toISOString(),
      deleted_by: row.deletedBy,
      purge_at: purgeTime(row.deletedAt).toISOString(),
      hosts: domains.map(({ host }) => host),
      db_host_label: row.hostLabel,
    },
  ];
}
