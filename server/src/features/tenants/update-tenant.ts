import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/tenants/calls';
import type { ServiceChange, TenantChange } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { lockTenant, changeTenants } from '../../fleet/queries-tenants.ts';
import type { tenants } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { pipelined, tenantRow, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { followPlaces } from '../config/public.ts';
import { sendControlFile, failedServers, publishControlFile, readPlaces, setSwitchEnd } from '../control/public.ts';
import { lockRelations, replaceRelations } from '../relations/public.ts';
import { changeService, setServiceSwitch } from '../services/public.ts';
import { getTenantDetail } from './get-tenant.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import type { Service } from '@mission-control/contract/catalogue';
import { countText } from '@mission-control/contract/numbers';

type Tenant = typeof tenants.$inferSelect;

/** @param seen version the client edited; undefined skips the check @throws AppError('conflict') naming who changed it, and when */
function rejectStale(ctx: Ctx, tenant: Tenant, seen: number | undefined): void {
  if (seen === undefined || seen === tenant.version) return;
  const ago = timeAgo(ctx.clock.now().getTime() - tenant.updatedAt.getTime());
  throw new AppError('conflict', `${tenant.updatedBy} changed this tenant ${ago}. Check it, then try again.`, {
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
  return countText(days, 'day ago', 'days ago');
}

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
      rejectStale(ctx, tenant, change.version);
      await applyChange(ctx, work, tenant, change);
    },
    // Changes of relations first take one lock for all tenants.
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
      return switchTenant(ctx, work, tenant, change.set, change.until);
    case 'deployment-group':
      return setDeploymentGroup(ctx, work, tenant, change.group);
    case 'relations':
      return replaceRelations(ctx, work, tenant, change.relations);
    case 'service-switch':
      return switchService(ctx, work, tenant, change.service, change.set, change.until);
    case 'service':
      return changeServiceAndFiles(ctx, work, tenant, change);
  }
}

/** Changes a service, and handles its files on the servers that it leaves. */
async function changeServiceAndFiles(ctx: Ctx, work: Work, tenant: Tenant, change: ServiceChange): Promise<void> {
  const service = change.service.slug;
  // Must come first: it records the servers that the tenant may leave.
  await sendControlFile(ctx, work.db, tenant.id);
  const left = await changeService(ctx, work, tenant, change);
  if (left) await followPlaces(ctx, work.db, { tenantId: tenant.id, service }, left);
}

/** Stores the tenant's deployment group (C-069); `staging` is independent of it (C-061). */
export async function setDeploymentGroup(
  ctx: Ctx,
  { db, record }: Work,
  tenant: Tenant,
  deploymentGroup: string,
): Promise<void> {
  if (deploymentGroup === tenant.deploymentGroup) return;
  await changeTenants(db, [tenant.id], { at: ctx.clock.now(), name: ctx.actor.name }, { deploymentGroup });
  await sendControlFile(ctx, db, tenant.id, { attempted: true });
  record({
    action: 'tenant.updated',
    subject: tenant.name,
    tenantId: tenant.id,
    before: { deployment_group: tenant.deploymentGroup },
    after: { deployment_group: deploymentGroup },
    topics: topicsOf(tenant.id),
  });
}

/** Publishes the group to the tenant's servers. `error` names those that have not confirmed; a job retries. */
async function deployGroup(ctx: Ctx, tenantId: number): Promise<{ deployed: boolean; error?: string[] }> {
  const { count, failed } = await firstAttempt(ctx, tenantId);
  if (count === 0)
    return { deployed: false, error: ['The group is stored, but the tenant has no servers to deploy it to.'] };
  if (failed.length === 0) return { deployed: true };
  const stored = (who: string): string =>
    `The group is stored, but not confirmed yet by ${who}. The console keeps trying.`;
  return { deployed: false, error: failed.map(stored) };
}

async function firstAttempt(ctx: Ctx, tenantId: number): Promise<{ count: number; failed: string[] }> {
  try {
    const { servers } = await publishControlFile(ctx, tenantId);
    return { count: servers.length, failed: failedServers(servers) };
  } catch (error) {
    // The change is stored and its job queued; an error would suggest that nothing happened.
    ctx.log.error({ err: error, tenantId }, 'failed to publish the deployment group; the job retries');
    return { count: 1, failed: ['the servers'] };
  }
}

const topicsOf = (id: number): Topic[] => [TOPIC.tenants, TOPIC.tenant(id)];

/** Sets a switch of the tenant itself. @param until when it reverts; undefined: permanent */
export async function switchTenant(
  ctx: Ctx,
  { db, record }: Work,
  tenant: Tenant,
  change: { active: boolean } | { staging: boolean },
  until?: Date,
): Promise<void> {
  const key = { tenantId: tenant.id, service: '', name: 'active' as const };
  const ended = 'active' in change && (await setSwitchEnd(ctx, db, { ...key, restores: !change.active }, until));
  const before = 'active' in change ? { active: tenant.active } : { staging: tenant.staging };
  if (Object.values(before)[0] === Object.values(change)[0] && !ended) return;
  await pipelined(
    changeTenants(db, [tenant.id], { at: ctx.clock.now(), name: ctx.actor.name }, change),
    ...('active' in change ? [sendControlFile(ctx, db, tenant.id)] : []),
  );
  record({
    action: 'tenant.updated',
    subject: tenant.name,
    tenantId: tenant.id,
    before,
    after: { ...change, ...(until && { until: until.toISOString() }) },
    topics: [TOPIC.roster, ...topicsOf(tenant.id)],
  });
}

/**
 * Sets the cron or maintenance switch of a service.
 * @param until when it reverts; undefined: permanent
 * @throws AppError('refused') if it has none, AppError('not_found')
 */
export async function switchService(
  ctx: Ctx,
  { db, record }: Work,
  tenant: Tenant,
  service: Service,
  change: { cron: boolean } | { maintenance: boolean },
  until?: Date,
): Promise<void> {
  if (!service.hasSwitches)
    throw new AppError('refused', `${service.displayName} has no cron and maintenance switches.`);
  const [name, wanted] =
    'cron' in change ? (['cron', change.cron] as const) : (['maintenance', change.maintenance] as const);
  const key = { tenantId: tenant.id, service: service.slug, name, restores: !wanted };
  const [row, ended, places] = await pipelined(
    setServiceSwitch(db, tenant.id, service.slug, change),
    setSwitchEnd(ctx, db, key, until),
    readPlaces(db, tenant.id),
  );
  if (!row) throw new AppError('not_found', `${tenant.name} has no ${service.displayName} service.`);
  if (row[name] === wanted && !ended) return;
  await pipelined(
    changeTenants(db, [tenant.id], { at: ctx.clock.now(), name: ctx.actor.name }),
    sendControlFile(ctx, db, tenant.id, { places }),
  );
  record({
    action: 'service.switched',
    subject: `${tenant.name} ${service.displayName}`,
    tenantId: tenant.id,
    before: { [name]: row[name] },
    after: { ...change, ...(until && { until: until.toISOString() }) },
    topics: topicsOf(tenant.id),
  });
}
