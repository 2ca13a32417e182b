import type { Ctx } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { failedServers, publishControlFile, sendControlFile } from '../log-level/public.ts';
import { updateTenantRow } from './queries.ts';
import type { tenants } from './tables.ts';

/** Stores the group of releases that the tenant follows (C-069); `staging` is another thing and stays (C-061). */
export async function setDeploymentGroup(
  ctx: Ctx,
  { db, record }: Work,
  tenant: typeof tenants.$inferSelect,
  deploymentGroup: string,
): Promise<void> {
  if (deploymentGroup === tenant.deploymentGroup) return;
  await updateTenantRow(db, tenant.id, { deploymentGroup }, { at: ctx.clock.now(), name: ctx.actor.name });
  await sendControlFile(ctx, db, tenant.id);
  record({
    action: 'tenant.updated',
    subject: tenant.name,
    tenantId: tenant.id,
    before: { deployment_group: tenant.deploymentGroup },
    after: { deployment_group: deploymentGroup },
    topics: ['tenants', `tenant:${tenant.id}`],
  });
}

/** Tells the tenant's servers their group. `error` names those that do not follow it yet; a job goes on trying. */
export async function deployGroup(ctx: Ctx, tenantId: number): Promise<{ deployed: boolean; error?: string[] }> {
  const failed = await firstAttempt(ctx, tenantId);
  if (failed.length === 0) return { deployed: true };
  const stored = (who: string): string =>
    `The group is stored, but not confirmed yet by ${who}. The console goes on trying.`;
  return { deployed: false, error: failed.map(stored) };
}

async function firstAttempt(ctx: Ctx, tenantId: number): Promise<string[]> {
  try {
    return failedServers((await publishControlFile(ctx, tenantId)).servers);
  } catch (error) {
    // The change is stored and its job is queued: failing now would say that nothing happened.
    ctx.log.error({ err: error, tenantId }, 'the deployment group could not be published yet');
    return ['the servers'];
  }
}
