import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { lockTenant } from '../../fleet/queries-tenants.ts';
import type { tenants } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { tenantRow, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { followPlaces } from '../config/public.ts';
import { sendControlFile } from '../log-level/public.ts';
import { lockRelations, replaceRelations } from '../relations/public.ts';
import { changeService, serviceForm } from '../services/public.ts';
import { getTenantDetail } from './get-tenant.ts';
import { inTransactionIfChanged } from './in-transaction-if-changed.ts';
import { deployGroup, setDeploymentGroup } from './set-deployment-group.ts';
import { switchService, switchTenant } from './switch-tenant.ts';

/** @param seen version the client edited; undefined skips the check @throws AppError('conflict') naming who changed it, and when */
function refuseStale(ctx: Ctx, tenant: typeof tenants.$inferSelect, seen: number | undefined): void {
  if (seen === undefined || seen === tenant.version) return;
  const ago = timeAgo(ctx.clock.now().getTime() - tenant.updatedAt.getTime());
  throw new AppError('conflict', `${tenant.updatedBy} changed this tenant ${ago}. Look at it again, then repeat.`, {
    details: { version: tenant.version, updated_by: tenant.updatedBy, updated_at: tenant.updatedAt.toISOString() },
  });
}

/** 'just now' or, for example, '12 s ago', in the largest non-zero unit. */
function timeAgo(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

type Tenant = typeof tenants.$inferSelect;

interface Updated {
  tenant: TenantDetail;
  error?: string[];
  deployed?: boolean;
  deployment_group?: string;
}

/**
 * Applies one form of PATCH (C-036) and returns the updated tenant. A form without changes writes nothing.
 * @throws AppError('not_found'), AppError('conflict') if the patch is based on a stale version
 */
export async function updateTenant(ctx: Ctx, id: number, patch: TenantPatch): Promise<Updated> {
  await inTransactionIfChanged(
    ctx,
    async (work) => {
      if (patch.relations) await lockRelations(work.db);
      const tenant = await lockTenant(work.db, id);
      refuseStale(ctx, tenant, patch.version);
      await applyForm(ctx, work, tenant, patch);
    },
    // Changes of relations take one lock for all tenants first.
    patch.relations ? 'tenant relations' : tenantRow(id),
  );
  if (patch.deployment_group === undefined) return { tenant: await getTenantDetail(ctx, id) };
  const outcome = await deployGroup(ctx, id);
  const tenant = await getTenantDetail(ctx, id);
  return { tenant, deployment_group: tenant.deployment_group, ...outcome };
}

async function applyForm(ctx: Ctx, work: Work, tenant: Tenant, patch: TenantPatch): Promise<void> {
  if (patch.status !== undefined) return switchTenant(ctx, work, tenant, { active: patch.status });
  if (patch.staging !== undefined) return switchTenant(ctx, work, tenant, { staging: patch.staging });
  if (patch.deployment_group !== undefined) return setDeploymentGroup(ctx, work, tenant, patch.deployment_group);
  if (patch.relations) return replaceRelations(ctx, work, tenant, patch.relations);
  const form = serviceForm(patch);
  if (form) {
    // First, because it records the servers that the tenant may leave.
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
  throw new AppError('refused', 'Unknown form of change.');
}
