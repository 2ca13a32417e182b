import { changeTenants, lockTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, tenantRow } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { withdrawPublished } from '../config/public.ts';
import { sendControlFile } from '../log-level/public.ts';
import { topicsAround } from './restore-tenant.ts';

/**
 * Soft-deletes a tenant. Its data is kept until it is restored or purged; jobs remove its published files from the servers.
 * @param confirmed the name typed by the user, percent-encoded for the header; not checked if undefined
 * @throws AppError('not_found') without the tenant, AppError('conflict') if it has another name
 */
export async function deleteTenant(ctx: Ctx, id: number, confirmed?: string): Promise<{ status: boolean }> {
  await inTransaction(
    ctx,
    async ({ db, record }) => {
      const tenant = await lockTenant(db, id);
      if (confirmed !== undefined && confirmed !== encodeURIComponent(tenant.name))
        throw new AppError(
          'conflict',
          `Tenant ${id} is not the one that was named: it is ${tenant.name}. Nothing was deleted.`,
        );
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
