import { z } from 'zod';
import { CONFIG_KINDS } from '../config/kinds.ts';
import { CONFIG_ITEMS } from '../config/limits.ts';
import { itemTypeSchema, keyMetaSchema, keySchema, valueSchema } from '../config/schema.ts';
import { SERVICES } from '../catalogue.ts';
import { storable } from '../id.ts';
import { configSlug, serviceSlug } from '../slugs.ts';
import { historySchema } from './history.ts';
import { host, line, name, slug } from '../texts.ts';

const INVENTORY_TENANTS = 20_000;
/** Limit for a fleet imported in parts. */
export const FLEET_TENANTS = 100_000;

/** Permanent key of an item, to which others may refer; defaults to its name. */
const ref = slug.optional();

const region = z.strictObject({ ref, name: slug, description: line(200) });
const account = z.strictObject({ ref, name });
const environment = z.strictObject({
  ref,
  name: slug,
  instance_id: line(100),
  group_name: line(100),
  /** Type number from the documents: 1 CoursePro web, 2 worker ... */
  type: z.int().min(1).max(99),
  /** The services it serves; defaults to all services of its type: 9 and 10 are shared (C-135). */
  services: z.array(serviceSlug).min(1).max(SERVICES.length).optional(),
  region: slug,
  fqdn: host,
  /** Host names of its servers. */
  servers: z.array(slug).max(50),
});
/** `domain` may begin with `*.` */
const certificate = z.strictObject({ ref, name, domain: line(253) });
const databaseHost = z.strictObject({
  ref,
  name: slug,
  label: line(100),
  service: serviceSlug,
  region: slug,
  identifier: line(200),
  endpoint: line(300),
  notes: line(1000),
});

const configKey = keyMetaSchema.extend({ kind: configSlug, key_name: keySchema }).strict();
const configItem = z.strictObject({
  key: keySchema,
  value: valueSchema,
  type: itemTypeSchema,
  state: z.union([z.literal(0), z.literal(1)]),
  valueTemplate: valueSchema.nullable(),
});
const config = z.strictObject({
  kind: configSlug,
  /** As last saved. */
  items: z.array(configItem).max(CONFIG_ITEMS),
  saved_at: storable(z.iso.datetime()),
  saved_by: name,
  /**
   * What was last published. `same`: the saved state. `older`: a previous state, which `unpublished` restores. `never`: nothing. The
   * servers are checked for whether they still have it.
   */
  committed: z.enum(['same', 'older', 'never']),
  /** For `older`: the previous item of each key that the last save changed; null = none. */
  unpublished: z.array(z.strictObject({ key: keySchema, before: configItem.nullable() })).max(CONFIG_ITEMS),
});

const domain = z.strictObject({ host, is_primary: z.boolean(), has_whitelist: z.boolean() });
const service = z.strictObject({
  slug: serviceSlug,
  cron: z.boolean(),
  maintenance: z.boolean(),
  web_environment: slug.nullable(),
  worker_environment: slug.nullable(),
  sns_environment: slug.nullable(),
  certificate: name.nullable(),
  database_host: slug.nullable(),
  bridge: line(50).nullable(),
  version: line(50).nullable(),
  db_version: line(50).nullable(),
  domains: z.array(domain).max(100),
});

/** Reserves half of the ids for tenants created later. */
const MAX_TENANT_ID = 1_000_000_000;

/** Maximum values per tenant's system. */
const SYSTEM_VALUES = 500;
const systemKey = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, 'must be letters, digits, dots, dashes and underscores');

const tenant = z.strictObject({
  ref,
  /** Its permanent id on the platform, which is part of its files' paths; assigned by the console when absent. */
  id: z.int().min(1).max(MAX_TENANT_ID).optional(),
  name,
  region: slug,
  account: name,
  active: z.boolean(),
  staging: z.boolean(),
  deployment_group: line(50),
  /** Null = unknown. */
  total_members: z.int().min(0).max(2_000_000_000).nullable(),
  /** Absent or null = unknown. */
  total_centres: z.int().min(0).max(1_000_000).nullable().optional(),
  /** Creation time and author; absent = unknown. */
  created: storable(z.iso.datetime()).optional(),
  created_by: name.optional(),
  /** Free text, because old data contains invalid dates. */
  licence_expires: line(100).nullable(),
  /** Last report of its system about itself. */
  system: z
    .record(systemKey, line(1000))
    .refine((values) => Object.keys(values).length <= SYSTEM_VALUES, `must have at most ${SYSTEM_VALUES} values`)
    .optional(),
  services: z.array(service).max(SERVICES.length),
  configs: z.array(config).max(CONFIG_KINDS.length),
});

/** Names of two tenants. */
const relation = z.strictObject({ parent: name, child: name });

/** The fleet of an installation, imported into an empty console. References are by `ref` or by name. */
export const inventorySchema = z.strictObject({
  regions: z.array(region).min(1).max(200),
  accounts: z.array(account).max(INVENTORY_TENANTS),
  environments: z.array(environment).max(5000),
  certificates: z.array(certificate).max(INVENTORY_TENANTS),
  database_hosts: z.array(databaseHost).max(2000),
  config_keys: z.array(configKey).max(5000),
  tenants: z.array(tenant).max(INVENTORY_TENANTS),
  relations: z
    .array(relation)
    .max(5 * INVENTORY_TENANTS)
    .optional(),
  /** History before this console, so that its screens are not empty at first. */
  history: historySchema.optional(),
});

/** The declared fields of each kind that the fleet pages edit, without its key. */
export const fleetFields = {
  region: region.omit({ ref: true }),
  account: account.omit({ ref: true }),
  certificate: certificate.omit({ ref: true }),
  environment: environment.omit({ ref: true }),
  database_host: databaseHost.omit({ ref: true }),
  config_key: configKey,
};

/** The same as JSON Schema: the type of each field, without the rules between items. */
export const inventoryJsonSchema = () => z.toJSONSchema(inventorySchema, { io: 'input', unrepresentable: 'any' });

export type Inventory = z.output<typeof inventorySchema>;
/** Further tenants of an inventory too large to be read at once, and the relations between them. */
export type InventoryPart = Pick<Inventory, 'tenants' | 'relations'>;
export type InventoryTenant = Inventory['tenants'][number];
export type InventoryRelation = NonNullable<Inventory['relations']>[number];
export type InventoryService = InventoryTenant['services'][number];
export type InventoryConfig = InventoryTenant['configs'][number];
export type InventoryItem = InventoryConfig['items'][number];
export type InventoryEnvironment = Inventory['environments'][number];
export type InventoryConfigKey = Inventory['config_keys'][number];
