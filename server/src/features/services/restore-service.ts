import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/services/calls';
import { findService, SERVICES, type Service } from '@mission-control/contract/catalogue';
import { keptSince, purgeTime } from '@mission-control/contract/tenants/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { changeTenants, lockTenant, noTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { isForeignKeyViolation } from '../../platform/database/database.ts';
import { inTransaction, tenantRow } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { sendControlFile } from '../control/public.ts';
import { assignDomains } from './change-service.ts';
import { findHostOwners, hasService } from './places/queries-places.ts';
import { restoreDeleted, lockDeleted, listLastDeleted } from './queries-deleting.ts';
import type { DeletedService } from '@mission-control/contract/services/schema';

/**
 * Restores a tenant's last deleted service of this kind. Its saved settings are still there and need to be committed again. Returns
 * a notice naming domains that others have taken in the meantime, if any.
 * @throws AppError('not_found') if none can be restored, AppError('conflict') if the tenant has the service, or if something that it
 * used no longer exists
 */
export async function restoreService(
  ctx: Ctx,
  { params: { id: tenantId, service: slug } }: CallInput<typeof calls.restoreService>,
): Promise<string | undefined> {
  const service = findService(slug);
  if (!service) throw new AppError('not_found', `There is no service ${slug}.`);
  const ref = { tenantId, service: slug };
  return inTransaction(
    ctx,
    async ({ db, record }) => {
      const by = { at: ctx.clock.now(), name: ctx.actor.name };
      const tenant = await lockTenant(db, tenantId);
      if (await hasService(db, ref))
        throw new AppError('conflict', `${tenant.name} already has the ${service.displayName} service.`);
      const deleted = await lockDeleted(db, ref, keptSince(by.at));
      if (!deleted) throw new AppError('not_found', `${tenant.name} has no deleted ${service.displayName} service.`);
      const hosts = deleted.facts.domains.map(({ host }) => host);
      const taken = (await findHostOwners(db, hosts, ref)).map(({ host }) => host);
      const free = deleted.facts.domains.filter(({ host }) => !taken.includes(host));
      const primary = free.find(({ isPrimary }) => isPrimary) ?? free[0];
      const domains = free.map((domain) => ({ ...domain, isPrimary: domain === primary }));
      await assignDomains(() => restoreDeleted(db, deleted, domains)).catch((error: unknown) => {
        if (!isForeignKeyViolation(error)) throw error;
        throw new AppError('conflict', cannotReturn(tenant.name, service));
      });
      await changeTenants(db, [tenantId], by);
      await sendControlFile(ctx, db, tenantId);
      record({
        action: 'service.restored',
        subject: `${tenant.name} ${service.displayName}`,
        tenantId,
        before: { deleted_at: deleted.deletedAt, deleted_by: deleted.deletedBy },
        after: { ...deleted.facts.service, domains },
        topics: [TOPIC.tenants, TOPIC.roster, TOPIC.tenant(tenantId), TOPIC.databases],
      });
      return taken.length === 0 ? undefined : `Others have taken ${taken.join(', ')} in the meantime.`;
    },
    tenantRow(tenantId),
  );
}

function cannotReturn(tenant: string, { displayName }: Service): string {
  const gone = 'an environment, certificate or database host that it used no longer exists';
  return `The ${displayName} service of ${tenant} cannot be restored: ${gone}. Add the service again instead.`;
}

/**
 * Services that can be restored: the last deleted one of each kind.
 * @throws AppError('not_found') without the tenant
 */
export async function listDeletedServices(ctx: Ctx, tenantId: number): Promise<{ services: DeletedService[] }> {
  const rows = await listLastDeleted(ctx.db, tenantId, keptSince(ctx.clock.now()));
  if (!rows) throw noTenant(tenantId);
  return { services: rows.flatMap(toDeleted) };
}

function toDeleted(row: NonNullable<Awaited<ReturnType<typeof listLastDeleted>>>[number]): DeletedService[] {
  const service = SERVICES.find(({ slug }) => slug === row.service);
  if (!service) return [];
  const domains = row.facts.domains.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
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
