import {
  SWITCHABLE_SERVICES,
  type SwitchableService,
  type TenantDetail,
  type TenantPatch,
} from '@mission-control/contract/tenants/schema';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { setServiceSwitch } from '../services/public.ts';
import { getTenantDetail } from './get-tenant.ts';
import { lockTenant, updateTenantRow } from './queries.ts';
import type { tenants } from './tables.ts';

type Tenant = typeof tenants.$inferSelect;

/** Applies one form of PATCH (C-036) and answers the tenant as it is then. */
export async function updateTenant(ctx: Ctx, id: number, patch: TenantPatch): Promise<TenantDetail> {
  await inTransaction(ctx, async (work) => {
    const tenant = await lockTenant(work.db, id);
    if (!tenant) throw new AppError('not_found', `There is no tenant ${id}. It may have been deleted.`);
    const service = SWITCHABLE_SERVICES.find((candidate) => patch[candidate.detailKey] !== undefined);
    if (service) await switchService(ctx, work, tenant, service, patch);
    else await switchTenant(ctx, work, tenant, patch);
  });
  return getTenantDetail(ctx, id);
}

const topicsOf = (id: number): string[] => ['tenants', `tenant:${id}`];

async function switchTenant(ctx: Ctx, { db, record }: Work, tenant: Tenant, patch: TenantPatch): Promise<void> {
  const change = patch.status === undefined ? { staging: patch.staging === true } : { active: patch.status };
  await updateTenantRow(db, tenant.id, change, { at: ctx.clock.now(), name: ctx.actor.name });
  const before = patch.status === undefined ? { staging: tenant.staging } : { active: tenant.active };
  record({
    action: 'tenant.updated',
    subject: tenant.name,
    tenantId: tenant.id,
    before,
    after: change,
    topics: topicsOf(tenant.id),
  });
}

async function switchService(
  ctx: Ctx,
  { db, record }: Work,
  tenant: Tenant,
  service: SwitchableService,
  patch: TenantPatch,
): Promise<void> {
  const change = patch[service.detailKey] ?? {};
  const row = await setServiceSwitch(db, tenant.id, service.slug, change);
  if (!row) throw new AppError('not_found', `${tenant.name} has no ${service.displayName} service.`);
  await updateTenantRow(db, tenant.id, {}, { at: ctx.clock.now(), name: ctx.actor.name });
  const before = change.cron === undefined ? { maintenance: row.maintenance } : { cron: row.cron };
  record({
    action: 'service.switched',
    subject: `${tenant.name} ${service.displayName}`,
    tenantId: tenant.id,
    before,
    after: change,
    topics: topicsOf(tenant.id),
  });
}
