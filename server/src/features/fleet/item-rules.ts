import type { FleetKind } from '@mission-control/contract/fleet/kinds';
import { KIND_WORDS } from '@mission-control/contract/fleet/kinds';
import type { SavedItem } from '@mission-control/contract/fleet/schema';
import { inventoryFaults } from '@mission-control/contract/inventory/rules';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import { countText } from '@mission-control/contract/numbers';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../platform/errors.ts';
import type { FleetItem } from './queries.ts';

const LISTS = {
  environment: 'environments',
  region: 'regions',
  account: 'accounts',
  certificate: 'certificates',
  database_host: 'database_hosts',
  config_key: 'config_keys',
} as const satisfies Record<FleetKind, keyof Inventory>;

type Fields = FleetItem['fields'];

/** Fields normalized for comparison: without undefined ones, with sorted sets. */
export function comparable(fields: object): Fields {
  const plain = JSON.parse(JSON.stringify(fields)) as Fields;
  for (const set of ['servers', 'services'])
    if (Array.isArray(plain[set])) plain[set] = plain[set].map(String).toSorted();
  return plain;
}

/** Fields that differ. */
export function changedFields(base: Fields, now: Fields): { field: string; base: unknown; now: unknown }[] {
  return [...new Set([...Object.keys(base), ...Object.keys(now)])]
    .filter((field) => !isDeepStrictEqual(base[field], now[field]))
    .map((field) => ({ field, base: base[field] ?? null, now: now[field] ?? null }));
}

/** The item with this key. @throws AppError('not_found') */
export function requireItem(kind: FleetKind, items: readonly FleetItem[], key: string): FleetItem {
  const found = items.find((item) => item.key === key);
  if (!found) throw new AppError('not_found', `There is no such ${KIND_WORDS[kind].one}. It may have been retired.`);
  return found;
}

interface Around {
  /** All items of the kind. */
  items: readonly FleetItem[];
  regions: readonly FleetItem[];
  /** Keys in the inventory by key in the console; other items may not take them as names. */
  declared: ReadonlyMap<string, string>;
}

/**
 * Validates an item as part of an inventory with the others of its kind; ignores faults that existed before.
 * @throws AppError('bad_request') with the faults by field
 */
export function requireValid(kind: FleetKind, item: { key: string | null; fields: Fields }, around: Around): void {
  const { key, fields } = item;
  const before = faultsOf(kind, around.items, around);
  const after =
    key === null
      ? [...around.items, { key: '', fields }]
      : around.items.map((one) => (one.key === key ? { key, fields } : one));
  const faults = faultsOf(kind, after, around).filter((fault) => !before.includes(fault));
  if (faults.length === 0) return;
  const said = faults.map((fault) => describe(kind, fault));
  throw new AppError(
    'bad_request',
    said.map(({ message }) => message),
    { fields: Object.fromEntries(said.map(({ field, message }) => [`fields.${field}`, message])) },
  );
}

function faultsOf(kind: FleetKind, items: readonly FleetItem[], { regions, declared }: Around): string[] {
  const list = items.map(({ key, fields }) => {
    const ref = kind === 'config_key' ? undefined : declared.get(key);
    return ref === undefined ? fields : { ...fields, ref };
  });
  return inventoryFaults({
    accounts: [],
    environments: [],
    certificates: [],
    database_hosts: [],
    config_keys: [],
    tenants: [],
    regions: regions.map(({ fields }) => fields),
    [LISTS[kind]]: list,
  } as unknown as Inventory);
}

/** Converts an inventory fault to a message at its field. */
function describe(kind: FleetKind, fault: string): { field: string; message: string } {
  const [, field, problem = fault] = /^\w+(?:\[\d+\])?(?:\.(\w+))?: (.*)$/su.exec(fault) ?? [];
  const twice = /^"(.*)" occurs twice$/su.exec(problem)?.[1];
  if (twice === undefined) return { field: field ?? 'name', message: `${problem}.` };
  if (field === 'servers') return { field, message: `${twice} is already a server.` };
  if (field !== undefined) return { field, message: `${problem}.` };
  const name = kind === 'config_key' ? 'key_name' : 'name';
  return { field: name, message: `There is already ${aKind(kind)} ${twice}.` };
}

/** `an environment` */
export function aKind(kind: FleetKind): string {
  const { one } = KIND_WORDS[kind];
  return `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
}

/** Fields that cannot change while the item is in use, because they determine where it can be used. */
const FIXED_IN_USE: Partial<Record<FleetKind, string>> = { environment: 'type', database_host: 'service' };

/** @throws AppError('conflict') if the change would make the item unusable for its users, or rename a config key */
export function requireKept(item: Pick<SavedItem, 'kind'>, before: Fields, after: Fields, users: number): void {
  const field = FIXED_IN_USE[item.kind];
  if (field !== undefined && before[field] !== after[field] && users > 0) {
    const message = `Its ${field} cannot change while it is in use: move its ${countText(users, 'tenant')} first.`;
    throw new AppError('conflict', message, { fields: { [`fields.${field}`]: message } });
  }
  if (item.kind === 'config_key' && (before['kind'] !== after['kind'] || before['key_name'] !== after['key_name'])) {
    const message = 'A config key keeps its name. Add another one, and retire this one.';
    throw new AppError('conflict', message, { fields: { 'fields.key_name': message } });
  }
}
