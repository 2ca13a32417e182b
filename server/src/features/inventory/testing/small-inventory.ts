import type { Inventory, InventoryService, InventoryTenant } from '@mission-control/contract/inventory/schema';
import type { Ctx } from '../../../platform/context.ts';
import { importInventory } from '../service.ts';

const service = (slug: InventoryService['slug'], more: Partial<InventoryService> = {}): InventoryService => ({
  slug,
  cron: true,
  maintenance: false,
  web_environment: null,
  worker_environment: null,
  sns_environment: null,
  certificate: null,
  database_host: null,
  bridge: null,
  version: null,
  db_version: null,
  domains: [],
  ...more,
});

const tenant = (name: string, more: Partial<InventoryTenant> = {}): InventoryTenant => ({
  name,
  region: 'eu-west-1',
  account: 'Brimham & Dale Leisure Ltd',
  active: true,
  staging: false,
  deployment_group: 'production',
  total_members: null,
  licence_expires: null,
  services: [],
  configs: [],
  ...more,
});

const environment = (name: string, type: number, servers: string[]): Inventory['environments'][number] => ({
  name,
  instance_id: `i-${name}`,
  group_name: 'blue',
  type,
  region: 'eu-west-1',
  fqdn: `${name}.example.net`,
  servers,
});

/** A minimal fleet: one tenant with everything, one without services, one inactive. */
export function smallInventory(): Inventory {
  return {
    regions: [{ name: 'eu-west-1', description: 'Ireland' }],
    accounts: [{ name: 'Brimham & Dale Leisure Ltd' }],
    environments: [
      environment('eu-prod-web-03', 1, ['eu-prod-web-03-a', 'eu-prod-web-03-b']),
      environment('eu-prod-wrk-02', 2, ['eu-prod-wrk-02-a']),
      environment('eu-prod-str-01', 8, ['eu-prod-str-01-a']),
    ],
    certificates: [],
    database_hosts: [
      {
        name: 'eu-db-03',
        label: 'eu-db-03',
        service: 'coursepro',
        region: 'eu-west-1',
        identifier: 'db3',
        endpoint: 'db3.example.net',
        notes: '',
      },
    ],
    config_keys: [],
    tenants: [
      tenant('Brimham Active', {
        total_members: 21_904,
        licence_expires: '2026-12-15',
        services: [
          service('coursepro', {
            web_environment: 'eu-prod-web-03',
            worker_environment: 'eu-prod-wrk-02',
            database_host: 'eu-db-03',
            bridge: 'xnrest',
            version: '4.18.1',
            db_version: '3.214',
            domains: [{ host: 'brimham-active.coursepro.co.uk', is_primary: true, has_whitelist: false }],
          }),
          service('strive', { web_environment: 'eu-prod-str-01' }),
        ],
      }),
      tenant('Fenland Training', { deployment_group: 'staging', staging: true }),
      tenant('Wharfe Valley', { active: false }),
    ],
  };
}

/** Imports the small inventory into an empty console. */
export async function importSmallInventory(ctx: Ctx): Promise<void> {
  await importInventory(ctx, smallInventory());
}
