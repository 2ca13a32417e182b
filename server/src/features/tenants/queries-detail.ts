import { and, eq, sql } from 'drizzle-orm';
import { isLiving } from '../../fleet/queries-tenants.ts';
import { regions, accounts, tenants } from '../../fleet/tables.ts';
import { batched } from '../../platform/database/batched.ts';
import { type Database, prepared } from '../../platform/database/database.ts';
import { configHashesOfTenant, configItems, driftsOfTenant, licenceExpiry, licenceItem } from '../config/public.ts';
import { temporaryLevelOfTenant } from '../control/public.ts';
import { relationsOfTenant } from '../relations/public.ts';
import { deployedFor, releaseTargets } from '../releases/public.ts';
import { domainsOfTenant, servicesOfTenant, versionsReportedAt } from '../services/public.ts';
import { systemOfTenant } from '../system/public.ts';

/**
 * Everything about a living tenant in one statement, batched across concurrent requests.
 */
export const findTenantFacts = (db: Database, id: number) => factsReader(db)(id);

const factsReader = prepared((db) => {
  const statement = selectTenantFacts(db).prepare('tenant_facts');
  return batched(async (ids: number[]) => {
    const found = await statement.execute({ ids });
    return new Map(found.map((facts) => [facts.tenant.id, facts]));
  });
});

/** The query, with the placeholder `ids`; also used by a bench. */
export function selectTenantFacts(db: Database) {
  return db
    .select({
      tenant: tenants,
      region: { id: regions.id, name: regions.name },
      account: accounts.tradingName,
      licenceExpires: licenceExpiry,
      services: servicesOfTenant(tenants.id),
      domains: domainsOfTenant(tenants.id),
      configs: configHashesOfTenant(tenants.id),
      drifts: driftsOfTenant(tenants.id),
      relations: relationsOfTenant(tenants.id),
      temporaryLevel: temporaryLevelOfTenant(tenants.id),
      system: systemOfTenant(tenants.id),
      deployed: releaseTargets.version,
      versionsReportedAt: versionsReportedAt(tenants.id),
    })
    .from(tenants)
    .innerJoin(accounts, eq(accounts.id, tenants.accountId))
    .innerJoin(regions, eq(regions.id, tenants.regionId))
    .leftJoin(configItems, licenceItem)
    .leftJoin(releaseTargets, deployedFor(tenants.deploymentGroup))
    .where(and(sql`${tenants.id} = any(${sql.placeholder('ids')})`, isLiving));
}
