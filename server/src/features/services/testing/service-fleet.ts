import type { Inventory } from '@mission-control/contract/inventory/schema';
import { eq } from 'drizzle-orm';
import { type databaseHosts, type certificates, type environments, tenants } from '../../../fleet/tables.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { importInventory } from '../../inventory/public.ts';
import { smallInventory } from '../../inventory/testing/small-inventory.ts';

const database = (
  name: string,
  service: 'coursepro' | 'insight',
  region: string,
): Inventory['database_hosts'][number] => ({
  name,
  label: name,
  service,
  region,
  identifier: `id-${name}`,
  endpoint: `${name}.db.example:3306`,
  notes: name === 'eu-db-04' ? 'Preferred for new tenants' : '',
});

/** The small fleet with a second region, environments for every service in the first one, and a certificate. */
export async function createServiceFleet(t: TestCtx): Promise<void> {
  const base = smallInventory();
  const place = (name: string, type: number, region = 'eu-west-1'): Inventory['environments'][number] => ({
    name,
    instance_id: `i-${name}`,
    group_name: 'blue',
    type,
    region,
    fqdn: `${name}.example.net`,
    servers: [],
  });
  await importInventory(t, {
    ...base,
    regions: [...base.regions, { name: 'us-east-1', description: 'Virginia' }],
    environments: [
      ...base.environments,
      place('eu-prod-hpw-01', 3),
      place('eu-prod-sns-01', 5),
      place('eu-staging-web-01', 1),
      place('eu-portals-a', 7),
      place('us-prod-web-01', 1, 'us-east-1'),
      // Insight and Comms Portal share type 9; the first environment by name does not serve Comms Portal and has few services.
      { ...place('eu-prod-ins-01', 9), services: ['insight'] },
      { ...place('eu-prod-zcom-01', 9), services: ['commsportal'] },
    ],
    certificates: [{ name: '*.coursepro.co.uk', domain: '*.coursepro.co.uk' }],
    database_hosts: [
      ...base.database_hosts,
      database('eu-db-04', 'coursepro', 'eu-west-1'),
      database('eu-db-ins-01', 'insight', 'eu-west-1'),
      database('us-db-01', 'coursepro', 'us-east-1'),
    ],
  });
}

/** The id of the tenant, environment, database host or certificate of that name. */
export async function idOf(
  t: TestCtx,
  table: typeof tenants | typeof environments | typeof databaseHosts | typeof certificates,
  name: string,
): Promise<number> {
  const [row] = await t.db.select({ id: table.id }).from(table).where(eq(table.name, name));
  if (!row) throw new Error(`The fleet has no ${name}.`);
  return row.id;
}

/** Creates a tenant in the first region, without services. Returns its id. */
export async function addTenant(t: TestCtx, name: string, more: { staging?: boolean } = {}): Promise<number> {
  const [model] = await t.db.select().from(tenants);
  if (!model) throw new Error('The fleet has no tenant.');
  const { id: _id, ...row } = model;
  const at = t.clock.now();
  const [made] = await t.db
    .insert(tenants)
    .values({ ...row, name, nameKey: name, version: 1, createdAt: at, updatedAt: at, staging: false, ...more })
    .returning({ id: tenants.id });
  if (!made) throw new Error('The tenant was not stored.');
  return made.id;
}
