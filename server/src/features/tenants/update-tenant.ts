import { SERVICES } from '@mission-control/contract/services/catalogue';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { followPlaces } from '../config/public.ts';
import { sendControlFile } from '../log-level/public.ts';
import { lockRelations, replaceRelations } from '../relations/public.ts';
import { changeService, serviceForm } from '../services/public.ts';
import { getTenantDetail } from './get-tenant.ts';
import { inTransactionIfChanged } from './in-transaction-if-changed.ts';
import { lockTenant } from './queries.ts';
import { refuseStale } from './refuse-stale.ts';
import { deployGroup, setDeploymentGroup } from './set-deployment-group.ts';
import { switchService, switchTenant } from './switch-tenant.ts';
import type { tenants } from './tables.ts';

type Tenant = typeof tenants.$inferSelect;

interface Updated {
  tenant: TenantDetail;
  error?: string[];
  deployed?: boolean;
  deployment_group?: string;
}

/**
 * Applies one form of PATCH (C-036) and answers the tenant as it is then. A form that is in force already writes nothing.
 * @throws AppError('not_found'), AppError('conflict') when the tenant has another version than the patch says
 */
export async function updateTenant(ctx: Ctx, id: number, patch: TenantPatch): Promise<Updated> {
  await inTransactionIfChanged(
    ctx,
    async (work) => {
      if (patch.relations) await lockRelations(work.db);
      const tenant = await lockTenant(work.db, id);
      if (!tenant) throw new AppError('not_found', `There is no tenant ${id}. It may have been deleted.`);
      refuseStale(ctx, tenant, patch.version);
      await applyForm(ctx, work, tenant, patch);
    },
    `tenant:${id}`,
  );
  if (patch.deployment_group === undefined) return { tenant: await getTenantDetail(ctx, id) };
  const outcome = await deployGroup(ctx, id);
  const tenant = await getTenantDetail(ctx, id);
  return { tenant, deployment_group: tenant.deployment_group, ...outcome };
}

/** One line a form; a form that finds nothing to change records nothing. */
async function applyForm(ctx: Ctx, work: Work, tenant: Tenant, patch: TenantPatch): Promise<void> {
  if (patch.status !== undefined) return switchTenant(ctx, work, tenant, { active: patch.status });
  if (patch.staging !== undefined) return switchTenant(ctx, work, tenant, { staging: patch.staging });
  if (patch.deployment_group !== undefined) return setDeploymentGroup(ctx, work, tenant, patch.deployment_group);
  if (patch.relations) return replaceRelations(ctx, work, tenant, patch.relations);
  const form = serviceForm(patch);
  if (form) {
    // First, because it notes the servers that the tenant may leave.
    if (form.service.slug === 'coursepro' && form.places) await sendControlFile(ctx, work.db, tenant.id);
    const left = await changeService(ctx, work, tenant, form);
    if (left) await followPlaces(ctx, work.db, { tenantId: tenant.id, service: form.service.slug }, left);
    return;
  }
  const service = SERVICES.find(({ detailKey }) => patch[detailKey] !== undefined);
  const part = service && patch[service.detailKey];
  if (service && part?.cron !== undefined) return switchService(ctx, work, tenant, service, { cron: part.cron });
  if (service && part?.maintenance !== undefined)
    return switchService(ctx, work, tenant, service, { maintenance: part.maintenance });
  throw new AppError('refused', 'This form of change is not known.');
}
