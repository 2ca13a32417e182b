import type { Service } from '@mission-control/contract/services/catalogue';
import type { Ctx } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { setServiceSwitch } from '../services/public.ts';
import { updateTenantRow } from './queries.ts';
import type { tenants } from './tables.ts';

type Tenant = typeof tenants.$inferSelect;

const topicsOf = (id: number): string[] => ['tenants', `tenant:${id}`];

/** Turns a switch of the tenant itself. */
export async function switchTenant(
  ctx: Ctx,
  { db, record }: Work,
  tenant: Tenant,
  change: { active: boolean } | { staging: boolean },
): Promise<void> {
  const before = 'active' in change ? { active: tenant.active } : { staging: tenant.staging };
  if (Object.values(before)[0] === Object.values(change)[0]) return;
  await updateTenantRow(db, tenant.id, change, { at: ctx.clock.now(), name: ctx.actor.name });
  record({
    action: 'tenant.updated',
    subject: tenant.name,
    tenantId: tenant.id,
    before,
    after: change,
    topics: topicsOf(tenant.id),
  });
}

/** Turns the cron or maintenance switch of a service. @throws AppError('refused' | 'not_found') when it has none */
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
  await updateTenantRow(db, tenant.id, {}, { at: ctx.clock.now(), name: ctx.actor.name });
  record({
    action: 'service.switched',
    subject: `${tenant.name} ${service.displayName}`,
    tenantId: tenant.id,
    before,
    after: change,
    topics: topicsOf(tenant.id),
  });
}
