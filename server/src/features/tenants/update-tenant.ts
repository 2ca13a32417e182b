import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/tenants/calls';
import type { ServiceChange, TenantChange } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { lockTenant } from '../../fleet/queries-tenants.ts';
import type { tenants } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { tenantRow, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { followPlaces } from '../config/public.ts';
import { sendControlFile } from '../log-level/public.ts';
import { lockRelations, replaceRelations } from '../relations/public.ts';
import { changeService } from '../services/public.ts';
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
 * Applies one change (C-036) and returns the updated tenant. A change without effect writes nothing.
 * @throws AppError('not_found'), AppError('conflict') if it is based on a stale version
 */
export async function updateTenant(
  ctx: Ctx,
  { params: { id }, body: change }: CallInput<typeof calls.updateTenant>,
): Promise<Updated> {
  await inTransactionIfChanged(
    ctx,
    async (work) => {
      if (change.kind === 'relations') await lockRelations(work.db);
      const tenant = await lockTenant(work.db, id);
      refuseStale(ctx, tenant, change.version);
      await applyChange(ctx, work, tenant, change);
    },
    // Changes of relations take one lock for all tenants first.
    change.kind === 'relations' ? 'tenant relations' : tenantRow(id),
  );
  if (change.kind !== 'deployment-group') return { tenant: await getTenantDetail(ctx, id) };
  const outcome = await deployGroup(ctx, id);
  const tenant = await getTenantDetail(ctx, id);
  return { tenant, deployment_group: tenant.deployment_group, ...outcome };
}

function applyChange(ctx: Ctx, work: Work, tenant: Tenant, change: TenantChange): Promise<void> {
  switch (change.kind) {
    case 'switch':
      return switchTenant(ctx, work, tenant, change.set);
    case 'deployment-group':
      return setDeploymentGroup(ctx, work, tenant, change.group);
    case 'relations':
      return replaceRelations(ctx, work, tenant, change.relations);
    case 'service-switch':
      return switchService(ctx, work, tenant, change.service, change.set);
    case 'service':
      return changeServiceAndFiles(ctx, work, tenant, change);
  }
}

/** Changes a service; files follow it from the servers it leaves. */
async function changeServiceAndFiles(ctx: Ctx, work: Work, tenant: Tenant, change: ServiceChange): Promise<void> {
  const service = change.service.slug;
  // First, because it records the servers that the tenant may leave.
  if (service === 'coursepro' && change.places) await sendControlFile(ctx, work.db, tenant.id);
  const left = await changeService(ctx, work, tenant, change);
  if (left) await followPlaces(ctx, work.db, { tenantId: tenant.id, service }, left);
}
