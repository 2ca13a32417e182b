import { SERVICES } from '@mission-control/contract/services/catalogue';
import { keptSince, purgeTime } from '@mission-control/contract/tenants/rules';
import type { DeletedTenant } from '@mission-control/contract/tenants/schema';
import type { Ctx } from '../../platform/context.ts';
import { listDeletedRows } from './queries-deleted.ts';

/** The deleted tenants that can still be restored, the last deleted first. */
export async function listDeletedTenants(ctx: Ctx): Promise<{ tenants: DeletedTenant[] }> {
  const rows = await listDeletedRows(ctx.db, keptSince(ctx.clock.now()));
  return { tenants: rows.map(toDeleted) };
}

function toDeleted({ deletedAt, deletedBy, services, ...row }: Awaited<ReturnType<typeof listDeletedRows>>[number]) {
  const slugs = new Set(services.map((one) => one.service));
  return {
    ...row,
    services: SERVICES.map((service) => service.slug).filter((slug) => slugs.has(slug)),
    deleted_at: deletedAt.toISOString(),
    deleted_by: deletedBy,
    purge_at: purgeTime(deletedAt).toISOString(),
  };
}
