import { SERVICES, type Service } from '@mission-control/contract/services/catalogue';
import type { ServicePatch, TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { setServiceSwitch } from '../services/public.ts';
import { getTenantDetail } from './get-tenant.ts';
import { lockTenant, updateTenantRow } from './queries.ts';
import type { tenants } from './tables.ts';

type Tenant = typeof tenants.$inferSelect;

/** Applies one form of PATCH (C-036) and answers the tenant as it is then. */
export async function updateTenant(ctx: Ctx, id: number, patch: TenantPatch): Promise<{ tenant: TenantDetail }> {
  await inTransaction(ctx, async (work) => {
    const tenant = await lockTenant(work.db, id);
    if (!tenant) throw new AppError('not_found', `There is no tenant ${id}. It may have been deleted.`);
    await applyForm(ctx, work, tenant, patch);
  });
  return { tenant: await getTenantDetail(ctx, id) };
}

/** One line a form. */
async function applyForm(ctx: Ctx, work: Work, tenant: Tenant, patch: TenantPatch): Promise<void> {
  if (patch.status !== undefined) return switchTenant(ctx, work, tenant, { active: patch.status });
  if (patch.staging !== undefined) return switchTenant(ctx, work, tenant, { staging: patch.staging });
  const service = SERVICES.find(({ detailKey }) => patch[detailKey] !== undefined);
  if (service) return switchService(ctx, work, tenant, service, patch[service.detailKey] ?? {});
  throw new AppError('refused', 'This form of change is not known.');
}

const topicsOf = (id: number): string[] => ['tenants', `tenant:${id}`];

async function switchTenant(
  ctx: Ctx,
  { db, record }: Work,
  tenant: Tenant,
  change: { active: boolean } | { staging: boolean },
): Promise<void> {
  await updateTenantRow(db, tenant.id, change, { at: ctx.clock.now(), name: ctx.actor.name });
  record({
    action: 'tenant.updated',
    subject: tenant.name,
    tenantId: tenant.id,
    before: 'active' in change ? { active: tenant.active } : { staging: tenant.staging },
    after: change,
    topics: topicsOf(tenant.id),
  });
}

async function switchService(
  ctx: Ctx,
  { db, record }: Work,
  tenant: Tenant,
  service: Service,
  patch: ServicePatch,
): Promise<void> {
  if (!service.hasSwitches)
    throw new AppError('refused', `${service.displayName} has no cron and maintenance switches.`);
  const change = patch.cron === undefined ? { maintenance: patch.maintenance } : { cron: patch.cron };
  const row = await setServiceSwitch(db, tenant.id, service.slug, change);
  if (!row) throw new AppError('not_found', `${tenant.name} has no ${service.displayName} service.`);
  await updateTenantRow(db, tenant.id, {}, { at: ctx.clock.now(), name: ctx.actor.name });
  record({
    action: 'service.switched',
    subject: `${tenant.name} ${service.displayName}`,
    tenantId: tenant.id,
    before: patch.cron === undefined ? { maintenance: row.maintenance } : { cron: row.cron },
    after: change,
    topics: topicsOf(tenant.id),
  });
}
