import { findService } from '@mission-control/contract/catalogue';
import { lockTenant } from '../../fleet/queries-tenants.ts';
import { systemActor, systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { tenantRow } from '../../platform/database/transaction.ts';
import { listOverdueSwitches, removeSwitchEnd, type SwitchEnd } from '../control/public.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { isWindowActor } from '../windows/public.ts';
import { switchService, switchTenant } from './update-tenant.ts';

/** Takes every switch back whose time is over, each exactly once even with concurrent workers. */
export async function revertSwitches(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'switches');
  for (const end of await listOverdueSwitches(ctx.db, ctx.clock.now())) {
    try {
      // What a window has turned on, it turns back.
      await revert(isWindowActor(end.setBy) ? { ...ctx, actor: systemActor(end.setBy) } : ctx, end);
    } catch (error) {
      // Go on with the others; the sweep of the next minute retries.
      ctx.log.error({ tenantId: end.tenantId, service: end.service, err: error }, 'failed to take a switch back');
    }
  }
}

async function revert(ctx: Ctx, end: SwitchEnd): Promise<void> {
  await inTransactionIfChanged(
    ctx,
    async (work) => {
      const tenant = await lockTenant(work.db, end.tenantId);
      // Somebody else may have taken it back or set another time since it was listed.
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
}
