import type { Ctx } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
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
  record({
    action: 'tenant.updated',
    subject: tenant.name,
    tenantId: tenant.id,
    before: { deployment_group: tenant.deploymentGroup },
    after: { deployment_group: deploymentGroup },
    topics: ['tenants', `tenant:${tenant.id}`],
  });
}
