import { keptSince } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { inTransaction, tenantRow } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { republish } from '../config/public.ts';
import { sendControlFile } from '../control/public.ts';
import { listStoredRelations } from '../relations/public.ts';
import { getTenantDetail } from './get-tenant.ts';
import { lockDeletedTenant } from './queries-deleted.ts';

/** Topics that become stale when a tenant is deleted or restored: the lists, its page, and those of related tenants. */
export async function topicsAround(db: Transaction, id: number): Promise<Topic[]> {
  const related = await listStoredRelations(db, id);
  return [TOPIC.tenants, TOPIC.roster, TOPIC.tenant(id), ...related.map(({ otherId }) => TOPIC.tenant(otherId))];
}

/**
 * Restores a deleted tenant; jobs publish its files again.
 * @throws AppError('not_found') if it is not deleted or was purged, AppError('conflict') if its name is taken
 */
export async function restoreTenant(ctx: Ctx, id: number): Promise<{ tenant: TenantDetail }> {
  await inTransaction(
    ctx,
    async ({ db, record }) => {
      const by = { at: ctx.clock.now(), name: ctx.actor.name };
      const tenant = await lockDeletedTenant(db, id, keptSince(by.at));
      if (!tenant)
        throw new AppError(
          'not_found',
          `Tenant ${id} is not among the deleted ones. It may have been restored already, or its 30 days are over.`,
        );
      await changeTenants(db, [id], by, { deletedAt: null, deletedBy: null }).catch((error: unknown) => {
        if (!isUniqueViolation(error, 'tenants_name_key')) throw error;
        const message = `Another tenant is now named ${tenant.name}. Delete it first, then restore this one.`;
        throw new AppError('conflict', message, { cause: error });
      });
      await republish(ctx, db, id);
      await sendControlFile(ctx, db, id);
      const before = { deleted_at: tenant.deletedAt, deleted_by: tenant.deletedBy };
      record({
        action: 'tenant.restored',
        subject: tenant.name,
        tenantId: id,
        before,
        topics: await topicsAround(db, id),
      });
    },
    tenantRow(id),
  );
  return { tenant: await getTenantDetail(ctx, id) };
}
