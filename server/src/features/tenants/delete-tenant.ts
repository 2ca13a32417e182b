import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { withdrawPublished } from '../config/public.ts';
import { sendControlFile } from '../log-level/public.ts';
import { lockTenant, updateTenantRow } from './queries.ts';
import { topicsAround } from './topics-around.ts';

/**
 * Hides a tenant everywhere. All that belongs to it stays as it is until it is restored or its time is over; its published
 * files are taken off the servers by jobs.
 * @throws AppError('not_found') when there is none or it is deleted already
 */
export async function deleteTenant(ctx: Ctx, id: number): Promise<{ status: boolean }> {
  await inTransaction(ctx, async ({ db, record }) => {
    const tenant = await lockTenant(db, id);
    if (!tenant) throw new AppError('not_found', `There is no tenant ${id}. It may have been deleted already.`);
    const topics = await topicsAround(db, id);
    const by = { at: ctx.clock.now(), name: ctx.actor.name };
    await updateTenantRow(db, id, { deletedAt: by.at, deletedBy: by.name }, by);
    await withdrawPublished(ctx, db, id);
    await sendControlFile(ctx, db, id);
    record({ action: 'tenant.deleted', subject: tenant.name, tenantId: id, topics });
  });
  return { status: true };
}
