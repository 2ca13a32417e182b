import { describe, expect, it } from 'vitest';
import { inventoryFaults } from './rules.ts';
import { inventorySchema, type Inventory, type InventoryConfig, type InventoryTenant } from './schema.ts';

const item = { key: 'DB_HOST', value: 'a', type: 1, state: 1, valueTemplate: null } as const;
const config: InventoryConfig = {
  kind: 'strive',
  items: [item],
  saved_at: '2026-11-01T00:00:00Z',
  saved_by: 'Priya Shah',
  committed: 'same',
  unpublished: [],
};
const strive: InventoryTenant['services'][number] = {
  slug: 'strive',
  cron: true,
  maintenance: false,
  web_environment: 'eu-prod-str-01',
  worker_environment: null,
  sns_environment: null,
  certificate: null,
  database_host: null,
  bridge: null,
  version: null,
  db_version: null,
  domains: [{ host: 'brimham.api.strive.co.uk', is_primary: true, has_whitelist: false }],
};
const tenant: InventoryTenant = {
  name: 'Brimham',
  region: 'eu-west-1',
  account: 'Dale',
  active: true,
  staging: false,
  deployment_group: 'production',
  total_members: null,
  licence_expires: null,
  services: [strive],
  configs: [config],
};
const environment = {
  name: 'eu-prod-str-01',
  instance_id: 'i-1',
  group_name: '',
  type: 8,
  region: 'eu-west-1',
  fqdn: 'str.example.net',
  servers: ['str-a'],
};
const fleet = (more: Partial<Inventory> = {}): Inventory => ({
  regions: [{ name: 'eu-west-1', description: 'Europe' }],
  accounts: [{ name: 'Dale' }],
  environments: [environment],
  certificates: [],
  database_hosts: [],
  config_keys: [],
  tenants: [tenant],
  ...more,
});
const withService = (more: Partial<typeof strive>): Inventory =>
  fleet({ tenants: [{ ...tenant, services: [{ ...strive, ...more }] }] });
const withConfig = (more: Partial<InventoryConfig>): Inventory =>
  fleet({ tenants: [{ ...tenant, configs: [{ ...config, ...more }] }] });

describe('inventoryFaults', () => {
  it('finds nothing in a valid inventory', () => {
    expect(inventorySchema.parse(fleet())).toEqual(fleet());
    expect(inventoryFaults(fleet())).toEqual([]);
  });

  it.each<[string, Inventory, string]>([
    ['a region', fleet({ tenants: [{ ...tenant, region: 'us' }] }), 'tenants[0] (Brimham).region: there is no "us"'],
    ['an account', fleet({ accounts: [] }), 'tenants[0] (Brimham).account: there is no "Dale"'],
    [
      'the region of an environment',
      fleet({ environments: [{ ...environment, region: 'us' }] }),
      'environments[0].region: there is no "us"',
    ],
    [
      'the services of an environment',
      fleet({ environments: [{ ...environment, services: ['strive', 'insight'] }] }),
      'environments[0].services: "insight" has no environments of type 8',
    ],
    [
      'an environment that serves another service',
      fleet({
        environments: [environment, { ...environment, name: 'com', type: 9, services: ['commsportal'], servers: [] }],
        tenants: [
          { ...tenant, services: [strive, { ...strive, slug: 'insight', web_environment: 'com', domains: [] }] },
        ],
      }),
      'tenants[0] (Brimham).services.insight.web_environment: "com" does not serve insight',
    ],
    [
      'an environment',
      withService({ web_environment: 'x' }),
      'tenants[0] (Brimham).services.strive.web_environment: there is no "x"',
    ],
    [
      'an environment of another type',
      fleet({ environments: [{ ...environment, type: 7 }] }),
      'tenants[0] (Brimham).services.strive.web_environment: "eu-prod-str-01" has type 7, not 8',
    ],
    [
      'a certificate',
      withService({ certificate: 'x' }),
      'tenants[0] (Brimham).services.strive.certificate: there is no "x"',
    ],
    [
      'a database host',
      withService({ database_host: 'x' }),
      'tenants[0] (Brimham).services.strive.database_host: there is no "x"',
    ],
    [
      'a primary domain',
      withService({ domains: [{ host: 'a.example', is_primary: false, has_whitelist: false }] }),
      'tenants[0] (Brimham).services.strive.domains: 0 are primary, not one',
    ],
    [
      'the service of a config',
      withConfig({ kind: 'licence' }),
      'tenants[0] (Brimham).configs.licence: the tenant has no service "coursepro"',
    ],
    [
      'the difference of an older state',
      withConfig({ committed: 'older' }),
      'tenants[0] (Brimham).configs.strive.unpublished: must name changes exactly when committed is "older"',
    ],
    [
      'the key of an earlier item',
      withConfig({ committed: 'older', unpublished: [{ key: 'OTHER', before: item }] }),
      'tenants[0] (Brimham).configs.strive.unpublished: "OTHER" has an item of "DB_HOST"',
    ],
  ])('reports where %s is missing', (_what, inventory, fault) => {
    expect(inventoryFaults(inventory)).toEqual([fault]);
  });

  it.each<[string, Inventory]>([
    ['tenants: "brimham"', fleet({ tenants: [tenant, { ...tenant, name: 'BRIMHAM', services: [], configs: [] }] })],
    ['domains: "brimham.api.strive.co.uk"', fleet({ tenants: [tenant, { ...tenant, name: 'Other' }] })],
    ['environments.servers: "str-a"', fleet({ environments: [environment, { ...environment, name: 'b' }] })],
    ['tenants[0] (Brimham).configs.strive.items: "DB_HOST"', withConfig({ items: [item, item] })],
    ['tenants[0] (Brimham).configs: "strive"', fleet({ tenants: [{ ...tenant, configs: [config, config] }] })],
    ['accounts: "Dale"', fleet({ accounts: [{ name: 'Dale' }, { name: 'Dale' }] })],
  ])('rejects duplicates: %s', (fault, inventory) => {
    expect(inventoryFaults(inventory)).toEqual([`${fault} occurs twice`]);
  });

  describe('of relations', () => {
    const related = (...relations: [string, string][]): string[] =>
      inventoryFaults(
        fleet({
          tenants: ['A', 'B', 'C', 'D'].map((one) => ({ ...tenant, name: one, services: [], configs: [] })),
          relations: relations.map(([parent, child]) => ({ parent, child })),
        }),
      );

    it('allows several parents and several children', () => {
      expect(related(['A', 'B'], ['A', 'C'], ['B', 'D'], ['C', 'D'])).toEqual([]);
    });

    it.each<[string, [string, string][], string[]]>([
      ['a missing tenant', [['A', 'X']], ['relations[0].child: there is no "X"']],
      ['a tenant in another spelling', [['a', 'B']], ['relations[0].parent: there is no "a"']],
      ['itself', [['A', 'A']], ['relations[0]: "A" has a relation to itself']],
      [
        'a pair twice',
        [
          ['A', 'B'],
          ['A', 'B'],
        ],
        ['relations: "A" and "B" occurs twice'],
      ],
      [
        'a pair both ways',
        [
          ['A', 'B'],
          ['B', 'A'],
        ],
        ['relations: "A" and "B" occurs twice', 'relations: a cycle: B › A › B'],
      ],
      [
        'a cycle',
        [
          ['A', 'B'],
          ['B', 'C'],
          ['C', 'A'],
        ],
        ['relations: a cycle: B › C › A › B'],
      ],
    ])('rejects a relation to %s', (_what, relations, faults) => {
      expect(related(...relations)).toEqual(faults);
    });
  });

  it('rejects names that the format of a config reserves', () => {
    const named = (key: string) => ({ ...item, key, type: 3 }) as const;
    const place = 'tenants[0] (Brimham).configs.strive.items';
    expect(inventoryFaults(withConfig({ items: [named('__proto__')] }))).toEqual([
      `${place}: __proto__ cannot be the name of a setting.`,
    ]);
    const unpublished = [{ key: 'this', before: named('this') }];
    expect(inventoryFaults(withConfig({ kind: 'coursepro', committed: 'older', unpublished }))).toContainEqual(
      'tenants[0] (Brimham).configs.coursepro.items: this is reserved by PHP. Choose another name.',
    );
  });

  it('reports all faults, not only the first', () => {
    const inventory = withService({ web_environment: 'x', certificate: 'y', domains: [] });
    expect(inventoryFaults({ ...inventory, accounts: [] })).toHaveLength(3);
  });
});

describe('the schema', () => {
  it.each([
    ['a name with a line break', fleet({ accounts: [{ name: 'a\nb' }] })],
    ['a name with a trailing space', fleet({ accounts: [{ name: 'a ' }] })],
    ['a host in capitals', withService({ domains: [{ host: 'A.example', is_primary: true, has_whitelist: false }] })],
    ['a server with a path that leaves its folder', fleet({ environments: [{ ...environment, servers: ['../x'] }] })],
    ['a key that no file format supports', withConfig({ items: [{ ...item, key: 'a-b' }] })],
    ['a line break in a system report', fleet({ tenants: [{ ...tenant, system: { a: 'b\nc' } }] })],
    ['an invalid key of a system report', fleet({ tenants: [{ ...tenant, system: { 'a b': 'c' } }] })],
    [
      'more than a system can report',
      fleet({
        tenants: [{ ...tenant, system: Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`k${at}`, ''])) }],
      }),
    ],
    ['something unknown', { ...fleet(), passwords: [] }],
  ])('refuses %s', (_what, inventory) => {
    expect(inventorySchema.safeParse(inventory).success).toBe(false);
  });
});
