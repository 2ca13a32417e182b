import { findService } from '@mission-control/contract/catalogue';
import { lockTenant } from '../../fleet/queries-tenants.ts';
import { systemActor, systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { inUnauditedTransaction, tenantRow, type Work } from '../../platform/database/transaction.ts';
import { listControlled } from '../control/public.ts';
import {
  claimService,
  isWindowActor,
  listServicesToSwitch,
  listSwitchingOccurrences,
  windowActor,
  type TenantService,
  type SwitchingOccurrence,
} from '../windows/public.ts';
import { switchService } from './update-tenant.ts';

/**
 * Turns on the maintenance switches of services in active windows until those end; each once, even with concurrent workers. Later changes
 * by a person stay.
 */
export async function followWindows(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'windows');
  for (const time of await listSwitchingOccurrences(ctx.db, ctx.clock.now())) {
    const windowCtx = { ...ctx, actor: systemActor(windowActor(time.name)) };
    for (const target of await listServicesToSwitch(ctx.db, time)) {
      try {
        await follow(windowCtx, time, target);
      } catch (error) {
        // Continue with the others; the next minute's sweep retries.
        ctx.log.error({ ...target, window: time.name, err: error }, 'failed to switch a service to maintenance');
      }
    }
  }
}

async function follow(ctx: Ctx, time: SwitchingOccurrence, target: TenantService): Promise<void> {
  const row = tenantRow(target.tenantId);
  const isSwitched = await inTransactionIfChanged(ctx, (work) => switchOn(ctx, work, time, target), row);
  // Claim it even if there was nothing to do, so that a person may change it from now on.
  if (!isSwitched)
    await inUnauditedTransaction(
      ctx,
      async ({ db }) => void (await claimService(db, time.id, target, ctx.clock.now())),
      row,
    );
}

/** Leaves a switch that a person has already turned on. One turned on by another window stays on until both have ended. */
async function switchOn(ctx: Ctx, work: Work, time: SwitchingOccurrence, target: TenantService): Promise<void> {
  const tenant = await lockTenant(work.db, target.tenantId);
  const controlled = (await listControlled(work.db, [target.tenantId])).get(target.tenantId);
  const service = findService(target.service);
  const current = controlled?.services.find((one) => one.service === target.service);
  if (!controlled || !service || !current) return;
  const end = controlled.ends.find((one) => one.service === target.service && one.name === 'maintenance');
  const isOfWindow = end !== undefined && isWindowActor(end.setBy) && end.until < time.endsAt;
  if (current.maintenance && !isOfWindow) return;
  if (!(await claimService(work.db, time.id, target, ctx.clock.now()))) return;
  await switchService(ctx, work, tenant, service, { maintenance: true }, time.endsAt);
}
