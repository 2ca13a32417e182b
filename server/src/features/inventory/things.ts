import type { Inventory } from '@mission-control/contract/inventory/schema';
import type { Fields, Thing, ThingKind } from './plan.ts';

interface Named {
  name: string;
  ref?: string | undefined;
}

/** The key of a thing for ever, whatever its name becomes. */
export const refOf = ({ ref, name }: Named): string => ref ?? name;

/** Refs by ref and by name, as things refer to each other by either. */
function refsOf(list: readonly Named[]): (text: string) => string {
  const refs = new Map(list.flatMap((one) => [[one.name, refOf(one)] as const]));
  for (const one of list) refs.set(refOf(one), refOf(one));
  return (text) => refs.get(text) ?? text;
}

const withoutRef = (one: Fields): Fields =>
  Object.fromEntries(Object.entries(one).filter(([field]) => field !== 'ref'));

/** The things that an inventory declares, in the order of their references. */
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
