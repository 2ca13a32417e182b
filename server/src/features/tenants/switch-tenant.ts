import type { Service } from '@mission-control/contract/catalogue';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import type { tenants } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { setServiceSwitch } from '../services/public.ts';

type Tenant = typeof tenants.$inferSelect;

const topicsOf = (id: number): Topic[] => [TOPIC.tenants, TOPIC.tenant(id)];

/** Sets a switch of the tenant itself. */
export async function switchTenant(
  ctx: Ctx,
  { db, record }: Work,
  tenant: Tenant,
  change: { active: boolean } | { staging: boolean },
): Promise<void> {
  const before = 'active' in change ? { active: tenant.active } : { staging: tenant.staging };
  if (Object.values(before)[0] === Object.values(change)[0]) return;
  await changeTenants(db, [tenant.id], { at: ctx.clock.now(), name: ctx.actor.name }, change);
  record({
    action: 'tenant.updated',
    subject: tenant.name,
    tenantId: tenant.id,
    before,
    after: change,
    topics: topicsOf(tenant.id),
  });
}

/** Sets the cron or maintenance switch of a service. @throws AppError('refused') if it has none, AppError('not_found') */
export async function switchService(
  ctx: Ctx,
  { db, record }: Work,
  tenant: Tenant,
  service: Service,
  change: { cron: boolean } | { maintenance: boolean },
): Promise<void> {
  if (!service.hasSwitches)
    throw new AppError('refused', `${service.displayName} has no cron and maintenance switches.`);
  const row = await setServiceSwitch(db, tenant.id, service.slug, change);
  if (!row) throw new AppError('not_found', `${tenant.name} has no ${service.displayName} service.`);
  const before = 'cron' in change ? { cron: row.cron } : { maintenance: row.maintenance };
  if (Object.values(before)[0] === Object.values(change)[0]) return;
  await changeTenants(db, [tenant.id], { at: ctx.clock.now(), name: ctx.actor.name });
  record({
    action: 'service.switched',
    subject: `${tenant.name} ${service.displayName}`,
    tenantId: tenant.id,
    before,
    after: change,
    topics: topicsOf(tenant.id),
  });
}
