import { brakeDeletes, requireConfirmedName } from '../../fleet/confirm-delete.ts';
import { changeTenants, lockTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, tenantRow } from '../../platform/database/transaction.ts';
import { withdrawPublished } from '../config/public.ts';
import { sendControlFile } from '../control/public.ts';
import { topicsAround } from './restore-tenant.ts';

/**
 * Soft-deletes a tenant. Its data is kept until it is restored or purged; jobs remove its published files from the servers.
 * @param confirmed the name typed by the user, percent-encoded for the header; not checked if undefined
 * @throws AppError('not_found') without the tenant, AppError('conflict') if it has another name,
 * AppError('too_many_attempts') after 20 deletes within an hour
 */
export async function deleteTenant(ctx: Ctx, id: number, confirmed?: string): Promise<{ status: boolean }> {
  await inTransaction(
    ctx,
    async ({ db, record }) => {
      await brakeDeletes(ctx, db);
      const tenant = await lockTenant(db, id);
      requireConfirmedName(tenant, confirmed);
      const topics = await topicsAround(db, id);
      const by = { at: ctx.clock.now(), name: ctx.actor.name };
      await changeTenants(db, [id], by, { deletedAt: by.at, deletedBy: by.name });
      await withdrawPublished(ctx, db, id);
      await sendControlFile(ctx, db, id);
      record({ action: 'tenant.deleted', subject: tenant.name, tenantId: id, topics });
    },
    tenantRow(id),
  );
  return { status: true };
}
