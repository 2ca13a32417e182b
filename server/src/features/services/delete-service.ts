import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/services/calls';
import { findService } from '@mission-control/contract/catalogue';
import { TOPIC } from '@mission-control/contract/topics';
import { brakeDeletes, requireConfirmedName } from '../../fleet/confirm-delete.ts';
import { changeTenants, lockTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, tenantRow } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { publishedEnvironments, withdrawConfigs } from '../config/public.ts';
import { sendControlFile } from '../control/public.ts';
import { listServiceDomains, lockService } from './places/queries-places.ts';
import { moveToDeleted } from './queries-deleting.ts';

/**
 * Deletes a service of a tenant. It can be restored with its domains, but their hosts become available to others. Its published
 * configs are withdrawn; its database stays.
 * @param confirmed the tenant's name as typed by the user, percent-encoded for the header; not checked if undefined
 * @throws AppError('not_found') if the tenant lacks it, AppError('conflict') while a config of it is being published, or if the tenant has
 * another name, AppError('too_many_attempts') after 20 deletes within an hour
 */
export async function deleteService(
  ctx: Ctx,
  { params: { id: tenantId, service: slug } }: CallInput<typeof calls.deleteService>,
  confirmed?: string,
): Promise<void> {
  const service = findService(slug);
  if (!service) throw new AppError('not_found', `There is no service ${slug}.`);
  const ref = { tenantId, service: slug };
  await inTransaction(
    ctx,
    async (work) => {
      const { db, record } = work;
      await brakeDeletes(ctx, db);
      const tenant = await lockTenant(db, tenantId);
      requireConfirmedName(tenant, confirmed);
      const row = await lockService(db, ref);
      if (!row) throw new AppError('not_found', `${tenant.name} has no ${service.displayName} service.`);
      const { tenantId: _tenant, service: _slug, ...facts } = row;
      const domains = (await listServiceDomains(db, ref)).map(({ host, isPrimary, hasWhitelist }) => ({
        host,
        isPrimary,
        hasWhitelist,
      }));
      await withdrawConfigs(ctx, work, tenant, { service: slug, environmentIds: publishedEnvironments(row) });
      await sendControlFile(ctx, db, tenantId);
      const by = { at: ctx.clock.now(), name: ctx.actor.name };
      await moveToDeleted(db, ref, { service: facts, domains }, by);
      await changeTenants(db, [tenantId], by);
      record({
        action: 'service.deleted',
        subject: `${tenant.name} ${service.displayName}`,
        tenantId,
        before: { ...facts, domains },
        topics: [TOPIC.tenants, TOPIC.roster, TOPIC.tenant(tenantId), TOPIC.databases],
      });
    },
    tenantRow(tenantId),
  );
}
