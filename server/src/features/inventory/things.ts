import type { Inventory, InventoryTenant } from '@mission-control/contract/inventory/schema';
import type { ThingKind } from '@mission-control/contract/inventory/plan';
import type { Fields, Thing } from './plan.ts';

interface Named {
  name: string;
  ref?: string | undefined;
}

/** The permanent key of a thing, independent of later renames. */
export const refOf = ({ ref, name }: Named): string => ref ?? name;

/** Refs by ref and by name, as things refer to each other by either. */
function refsOf(list: readonly Named[]): (text: string) => string {
  const refs = new Map(list.flatMap((one) => [[one.name, refOf(one)] as const]));
  for (const one of list) refs.set(refOf(one), refOf(one));
  return (text) => refs.get(text) ?? text;
}

const withoutRef = (one: Fields): Fields =>
  Object.fromEntries(Object.entries(one).filter(([field]) => field !== 'ref'));

/** The things that an inventory declares, in dependency order. */
export function thingsOf(inventory: Inventory): Thing[] {
  const region = refsOf(inventory.regions);
  const account = refsOf(inventory.accounts);
  const things = <One extends Named>(kind: ThingKind, list: readonly One[], fields: (one: One) => Fields): Thing[] =>
    list.map((one) => ({ kind, ref: refOf(one), fields: fields(one) }));
  return [
    ...things('region', inventory.regions, ({ name, description }) => ({ name, description })),
    ...things('account', inventory.accounts, ({ name }) => ({ name })),
    ...things('certificate', inventory.certificates, ({ name, domain }) => ({ name, domain })),
    ...things('environment', inventory.environments, (one) => ({
      ...withoutRef(one),
      services: one.services?.toSorted() ?? null,
      region: region(one.region),
      servers: one.servers.toSorted(),
    })),
    ...things('database_host', inventory.database_hosts, (one) => ({
      ...withoutRef(one),
      region: region(one.region),
    })),
    ...inventory.config_keys.map(({ kind, key_name: name, ...fields }) => ({
      kind: 'config_key' as const,
      ref: `${kind}/${name}`,
      fields,
    })),
    ...things('tenant', inventory.tenants, (one) => ({ name: one.name, account: account(one.account) })),
  ];
}

/** Keys of the things that must exist before one can be stored; with `tenant`, including those of its services. */
export function referencesOf(inventory: Inventory): (thing: Thing, tenant?: InventoryTenant) => string[] {
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
