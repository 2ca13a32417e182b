import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { batched } from '../../platform/database/batched.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { configHashesOfTenant, configItems, driftsOfTenant } from '../config/public.ts';
import { regions } from '../environments/public.ts';
import { temporaryLevelOfTenant } from '../log-level/public.ts';
import { relationsOfTenant } from '../relations/public.ts';
import { domainsOfTenant, servicesOfTenant } from '../services/public.ts';
import { systemOfTenant } from '../system/public.ts';
import { licenceExpiry, licenceItem } from './queries-licence.ts';
import { accounts, tenants } from './tables.ts';

/**
 * Everything about a tenant in one statement, which all who ask at the same time share; undefined when there is none or it is
 * deleted.
 */
export const findTenantFacts = (db: Database, id: number) => factsReader(db)(id);

const factsReader = prepared((db) => {
  const statement = selectTenantFacts(db).prepare('tenant_facts');
  return batched(async (ids: number[]) => {
    const found = await statement.execute({ ids });
    return new Map(found.map((facts) => [facts.tenant.id, facts]));
  });
});

/** The statement of some `ids`; a bench sends it to the database by another way. */
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
    })
    .from(tenants)
    .innerJoin(accounts, eq(accounts.id, tenants.accountId))
    .innerJoin(regions, eq(regions.id, tenants.regionId))
    .leftJoin(configItems, licenceItem)
    .where(and(sql`${tenants.id} = any(${sql.placeholder('ids')})`, isNull(tenants.deletedAt)));
}
