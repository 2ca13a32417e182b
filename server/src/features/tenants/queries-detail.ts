import { and, eq, type SQL } from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { regions, accounts, tenants } from '../../fleet/tables.ts';
import { attentionFacts } from '../attention/public.ts';
import { batched } from '../../platform/database/batched.ts';
import { type Database, perDatabase, preparedForKeys } from '../../platform/database/database.ts';
import { configHashesOfTenant, configItems, driftsOfTenant, licenceItem } from '../config/public.ts';
import { temporaryLevelOfTenant } from '../control/public.ts';
import { relationsOfTenant } from '../relations/public.ts';
import { deployedFor, releaseTargets } from '../releases/public.ts';
import { domainsOfTenant, servicesOfTenant, versionsReportedAt } from '../services/public.ts';
import { systemOfTenant } from '../system/public.ts';

/**
 * Everything about an existing tenant in one statement, batched across concurrent requests.
 */
export const findTenantFacts = (db: Database, id: number) => factsReader(db)(id);

const factsReader = perDatabase((db) => {
  const list = preparedForKeys((isAmong, length) =>
    selectFacts(db, isAmong(tenants.id)).prepare(`tenant_facts${length}`),
  );
  return batched(async (ids: number[]) => {
    const found = await list(ids);
    return new Map(found.map((facts) => [facts.tenant.id, facts]));
  });
});

function selectFacts(db: Database, which: SQL) {
  return db
    .select({
      tenant: tenants,
      region: { id: regions.id, name: regions.name },
      account: accounts.tradingName,
      attention: attentionFacts,
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
    .where(and(which, notDeleted));
}
