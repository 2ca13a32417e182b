import type { Inventory, InventoryTenant } from '@mission-control/contract/inventory/schema';
import type { ItemKind } from '@mission-control/contract/inventory/plan';
import type { Fields, Item } from './plan.ts';

interface Named {
  name: string;
  ref?: string | undefined;
}

/** The permanent key of an item, independent of later renames. */
export const refOf = ({ ref, name }: Named): string => ref ?? name;

/** The kind and name of a config key from its ref. */
export function splitKey(ref: string): [kind: string, name: string] {
  const at = ref.indexOf('/');
  return [ref.slice(0, at), ref.slice(at + 1)];
}

/** Resolves a ref or a name to the ref, since items refer to each other by either. */
function refsOf(list: readonly Named[]): (text: string) => string {
  const refs = new Map(list.flatMap((one) => [[one.name, refOf(one)] as const]));
  for (const one of list) refs.set(refOf(one), refOf(one));
  return (text) => refs.get(text) ?? text;
}

const withoutRef = (one: Fields): Fields =>
  Object.fromEntries(Object.entries(one).filter(([field]) => field !== 'ref'));

/** The items that an inventory declares, in dependency order. */
export function itemsOf(inventory: Inventory): Item[] {
  const region = refsOf(inventory.regions);
  const account = refsOf(inventory.accounts);
  const items = <One extends Named>(kind: ItemKind, list: readonly One[], fields: (one: One) => Fields): Item[] =>
    list.map((one) => ({ kind, ref: refOf(one), fields: fields(one) }));
  return [
    ...items('region', inventory.regions, ({ name, description }) => ({ name, description })),
    ...items('account', inventory.accounts, ({ name }) => ({ name })),
    ...items('certificate', inventory.certificates, ({ name, domain }) => ({ name, domain })),
    ...items('environment', inventory.environments, (one) => ({
      ...withoutRef(one),
      services: one.services?.toSorted() ?? null,
      region: region(one.region),
      servers: one.servers.toSorted(),
    })),
    ...items('database_host', inventory.database_hosts, (one) => ({
      ...withoutRef(one),
      region: region(one.region),
    })),
    ...inventory.config_keys.map(({ kind, key_name: name, ...fields }) => ({
      kind: 'config_key' as const,
      ref: `${kind}/${name}`,
      fields,
    })),
    ...items('tenant', inventory.tenants, (one) => ({ name: one.name, account: account(one.account) })),
  ];
}

/** Keys of the items that must exist before one can be stored; with `tenant`, including those of its services. */
export function referencesOf(inventory: Inventory): (item: Item, tenant?: InventoryTenant) => string[] {
  const refs = {
    region: refsOf(inventory.regions),
    certificate: refsOf(inventory.certificates),
    environment: refsOf(inventory.environments),
    database_host: refsOf(inventory.database_hosts),
  };
  const key = (kind: keyof typeof refs, name: string | null): string[] =>
    name === null ? [] : [`${kind} ${refs[kind](name)}`];
  return ({ fields }, tenant) => [
    ...(['region', 'account'] as const).flatMap((kind) =>
      typeof fields[kind] === 'string' ? [`${kind} ${fields[kind]}`] : [],
    ),
    ...(tenant ? key('region', tenant.region) : []),
    ...(tenant?.services ?? []).flatMap((one) => [
      ...[one.web_environment, one.worker_environment, one.sns_environment].flatMap((name) => key('environment', name)),
      ...key('certificate', one.certificate),
      ...key('database_host', one.database_host),
    ]),
  ];
}
