import { z } from 'zod';
import { fleetFields } from '../inventory/schema.ts';
import { FLEET_KINDS } from './kinds.ts';

/** Its id; for a config key, its kind and name: `coursepro:DB_HOST`. */
const key = z
  .string()
  .max(200)
  .regex(/^(?:[1-9]\d{0,9}|[a-z0-9]+:[A-Za-z_][\w.]*)$/, 'must be an id, or the kind and name of a config key');

const kind = z.enum(FLEET_KINDS);
export const kindParams = z.object({ kind });
export const itemParams = kindParams.extend({ key });

const fieldsOf = <Kind extends keyof typeof fleetFields>(of: Kind) => ({
  kind: z.literal(of),
  fields: fleetFields[of],
});

/** An item of the fleet, with its fields as an inventory declares them; references are names. */
const item = z.discriminatedUnion('kind', [
  z.object(fieldsOf('environment')),
  z.object(fieldsOf('region')),
  z.object(fieldsOf('account')),
  z.object(fieldsOf('certificate')),
  z.object(fieldsOf('database_host')),
  z.object(fieldsOf('config_key')),
]);

/** Where an item is used. */
const uses = z.object({
  key: z.string(),
  /** Tenants that use it, except deleted ones. */
  tenants: z.int(),
  /** Deleted tenants and services that need it to be restorable. */
  deleted: z.int(),
  /** Names of other items of the fleet that refer to it. */
  others: z.array(z.string()),
  /** True if the inventory declares it; applying that overwrites changes made here. */
  declared: z.boolean(),
});

export const itemList = z.object({ items: z.array(item.and(uses)) });
export type ListedItem = z.output<typeof itemList>['items'][number];

const saved = <Kind extends keyof typeof fleetFields>(of: Kind) =>
  z.strictObject({
    ...fieldsOf(of),
    /** Null adds an item. */
    key: key.nullable(),
    /** The fields as the sender read them; 409 if any has changed since. Null for a new item. */
    base: fleetFields[of].nullable(),
  });

export const savedItem = z.discriminatedUnion('kind', [
  saved('environment'),
  saved('region'),
  saved('account'),
  saved('certificate'),
  saved('database_host'),
  saved('config_key'),
]);
export type SavedItem = z.output<typeof savedItem>;

const tenant = z.object({ id: z.int(), name: z.string() });

/** The effect of a change before it is made. */
export const itemImpact = z.object({
  /** Tenants affected, except deleted ones. */
  tenants: z.int(),
  /** Configs that will need a commit. */
  configs: z.int(),
  effects: z.array(z.string()),
  /** Some of the tenants. */
  some: z.array(tenant),
});
export type ItemImpact = z.output<typeof itemImpact>;

/** The tenants that use an item. */
export const itemTenants = z.object({ name: z.string(), ids: z.array(z.int()) });
