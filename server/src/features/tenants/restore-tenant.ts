import { keptSince } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { Ctx } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { republish } from '../config/public.ts';
import { sendControlFile } from '../log-level/public.ts';
import { getTenantDetail } from './get-tenant.ts';
import { updateTenantRow } from './queries.ts';
import { lockDeletedTenant } from './queries-deleted.ts';
import { topicsAround } from './topics-around.ts';

/**
 * Brings a deleted tenant back as it was; jobs publish its files again.
 * @throws AppError('not_found') when it is not deleted or not kept any more, AppError('conflict') when its name is taken
 */
export async function restoreTenant(ctx: Ctx, id: number): Promise<{ tenant: TenantDetail }> {
  await inTransaction(ctx, async ({ db, record }) => {
    const by = { at: ctx.clock.now(), name: ctx.actor.name };
    const tenant = await lockDeletedTenant(db, id, keptSince(by.at));
    if (!tenant)
      throw new AppError(
        'not_found',
        `Tenant ${id} is not among the deleted ones. It may have been restored already, or its 30 days are over.`,
      );
    await updateTenantRow(db, id, { deletedAt: null, deletedBy: null }, by).catch((error: unknown) => {
      if (!isUniqueViolation(error, 'tenants_name_key')) throw error;
      const message = `There is another tenant named ${tenant.name} now. Delete that one first, then restore this one.`;
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
  });
  return { tenant: await getTenantDetail(ctx, id) };
}
