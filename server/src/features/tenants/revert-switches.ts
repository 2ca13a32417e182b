import { findService } from '@mission-control/contract/catalogue';
import { TOPIC } from '@mission-control/contract/topics';
import { lockTenant } from '../../fleet/queries-tenants.ts';
import { systemActor, systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { inUnauditedTransaction, tenantRow } from '../../platform/database/transaction.ts';
import { listOverdueSwitches, removeSwitchEnd, sendControlFile, type SwitchEnd } from '../control/public.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { isWindowActor } from '../windows/public.ts';
import { switchService, switchTenant } from './update-tenant.ts';

/** Reverts every overdue switch, each exactly once even with concurrent workers. */
export async function revertSwitches(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'switches');
  for (const end of await listOverdueSwitches(ctx.db, ctx.clock.now())) {
    try {
      // A switch that a window turned on is reverted in the name of that window.
      await revert(isWindowActor(end.setBy) ? { ...ctx, actor: systemActor(end.setBy) } : ctx, end);
    } catch (error) {
      // Continue with the others; the next minute's sweep retries.
      ctx.log.error({ tenantId: end.tenantId, service: end.service, err: error }, 'failed to revert a switch');
    }
  }
}

async function revert(ctx: Ctx, end: SwitchEnd): Promise<void> {
  const reverted = await inTransactionIfChanged(
    ctx,
    async (work) => {
      const tenant = await lockTenant(work.db, end.tenantId);
      // It may have been reverted or given another end since it was listed.
      const over = await removeSwitchEnd(work.db, end, ctx.clock.now());
      if (!over) return;
      const service = findService(over.service);
      if (over.name === 'active') await switchTenant(ctx, work, tenant, { active: over.restores });
      else if (service && over.name === 'cron')
        await switchService(ctx, work, tenant, service, { cron: over.restores });
      else if (service) await switchService(ctx, work, tenant, service, { maintenance: over.restores });
    },
    tenantRow(end.tenantId),
  );
  if (!reverted) await forgetEnd(ctx, end);
}

/** Removes the end of a switch that already has its value, from the published file too. */
async function forgetEnd(ctx: Ctx, end: SwitchEnd): Promise<void> {
  await inUnauditedTransaction(
    ctx,
    async ({ db, changed }) => {
      if (!(await removeSwitchEnd(db, end, ctx.clock.now()))) return;
      await sendControlFile(ctx, db, end.tenantId);
      changed(TOPIC.tenant(end.tenantId));
    },
    tenantRow(end.tenantId),
  );
}
