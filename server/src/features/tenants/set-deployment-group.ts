import { TOPIC } from '@mission-control/contract/topics';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import type { tenants } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { failedServers, publishControlFile, sendControlFile } from '../log-level/public.ts';

/** Stores the tenant's deployment group (C-069); `staging` is independent of it (C-061). */
export async function setDeploymentGroup(
  ctx: Ctx,
  { db, record }: Work,
  tenant: typeof tenants.$inferSelect,
  deploymentGroup: string,
): Promise<void> {
  if (deploymentGroup === tenant.deploymentGroup) return;
  await changeTenants(db, [tenant.id], { at: ctx.clock.now(), name: ctx.actor.name }, { deploymentGroup });
  await sendControlFile(ctx, db, tenant.id);
  record({
    action: 'tenant.updated',
    subject: tenant.name,
    tenantId: tenant.id,
    before: { deployment_group: tenant.deploymentGroup },
    after: { deployment_group: deploymentGroup },
    topics: [TOPIC.tenants, TOPIC.tenant(tenant.id)],
  });
}

/** Publishes the group to the tenant's servers. `error` names those that have not confirmed; a job retries. */
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
    // The change is stored and its job queued; an error would suggest that nothing happened.
    ctx.log.error({ err: error, tenantId }, 'failed to publish the deployment group; the job retries');
    return ['the servers'];
  }
}
