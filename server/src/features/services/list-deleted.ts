import { SERVICES } from '@mission-control/contract/services/catalogue';
import type { DeletedService } from '@mission-control/contract/services/schema';
import { keptSince, purgeTime } from '@mission-control/contract/tenants/rules';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { listLastDeleted } from './queries-deleting.ts';
import { findTenantOf } from './queries-tenant.ts';

/**
 * The services that a tenant can have back: of each kind the last deleted one, which is what a restore brings.
 * @throws AppError('not_found') without the tenant
 */
export async function listDeletedServices(ctx: Ctx, tenantId: number): Promise<{ services: DeletedService[] }> {
  const tenant = await findTenantOf(ctx.db, tenantId);
  if (!tenant) throw new AppError('not_found', `There is no tenant ${tenantId}. It may have been deleted.`);
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
