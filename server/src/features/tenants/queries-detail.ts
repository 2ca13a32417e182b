import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { configHashesOfTenant, configItems } from '../config/public.ts';
import { regions } from '../environments/public.ts';
import { temporaryLevelOfTenant } from '../log-level/public.ts';
import { relationsOfTenant } from '../relations/public.ts';
import { domainsOfTenant, servicesOfTenant } from '../services/public.ts';
import { systemOfTenant } from '../system/public.ts';
import { licenceExpiry, licenceItem } from './queries-licence.ts';
import { accounts, tenants } from './tables.ts';

/** Everything about a tenant in one statement; undefined when there is none or it is deleted. */
export async function findTenantFacts(db: Database, id: number) {
  const [facts] = await tenantFacts(db).execute({ id });
  return facts;
}

const tenantFacts = prepared((db) => selectTenantFacts(db).prepare('tenant_facts'));

/** The statement of an `id`; a bench sends it to the database by another way. */
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
      relations: relationsOfTenant(tenants.id),
      temporaryLevel: temporaryLevelOfTenant(tenants.id),
      system: systemOfTenant(tenants.id),
    })
    .from(tenants)
    .innerJoin(accounts, eq(accounts.id, tenants.accountId))
    .innerJoin(regions, eq(regions.id, tenants.regionId))
    .leftJoin(configItems, licenceItem)
    .where(and(eq(tenants.id, sql.placeholder('id')), isNull(tenants.deletedAt)));
}
