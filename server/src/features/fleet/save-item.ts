import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/fleet/calls';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { KIND_WORDS, type FleetKind } from '@mission-control/contract/fleet/kinds';
import type { SavedItem } from '@mission-control/contract/fleet/schema';
import { ROW_TOPIC, TOPIC } from '@mission-control/contract/topics';
import { countText } from '@mission-control/contract/numbers';
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../platform/context.ts';
import { isForeignKeyViolation, type Transaction } from '../../platform/database/database.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import {
  followKey,
  followServers,
  listDeclared,
  lockFleet,
  putItem,
  removeItem,
  type Effects,
} from '../inventory/public.ts';
import { countUsers, listUsers, namesByRegion, readItems, regionIds, type FleetItem } from './queries.ts';
import { aKind, changedFields, comparable, requireItem, requireKept, requireValid } from './item-rules.ts';

const STALE = [TOPIC.fleet, TOPIC.environments, TOPIC.tenants, TOPIC.databases];
const ROW = 'fleet';
const actionOf = (kind: FleetKind, verb: string) => `${kind.replace('_', '-')}.${verb}`;
const nameOf = ({ key, fields: { name } }: FleetItem): string => (typeof name === 'string' ? name : key);

/**
 * Adds or changes an item of the fleet, without touching a server. Idempotent, for example on a double click.
 * @throws AppError('conflict') with the changed fields if it has changed since the sender read it, or if its use forbids the change;
 * AppError('bad_request') by the rules of the inventory
 */
export async function saveItem(ctx: Ctx, { body }: CallInput<typeof calls.saveFleetItem>): Promise<{ key: string }> {
  const { kind } = body;
  const fields = comparable(body.fields);
  let key = body.key ?? '';
  await inTransactionIfChanged(
    ctx,
    async ({ db, record }) => {
      await lockFleet(db);
      const items = await readItems(db, kind);
      const before = findBefore(body, items);
      if (before && isDeepStrictEqual(before.fields, fields)) return void (key = before.key);
      if (before) await requireUnchanged(db, body, before, fields);
      const regions = kind === 'region' ? [] : await readItems(db, 'region');
      const declared = await listDeclared(db, kind);
      requireValid(kind, { key: before?.key ?? null, fields }, { items, regions, declared });
      key = await store(db, { kind, key: before?.key ?? null, ref: before && declared.get(before.key) }, fields);
      const effects = await follow(ctx, db, { kind, key, before: before?.fields, fields });
      const changed = before && changedFields(before.fields, fields);
      record({
        action: actionOf(kind, before ? 'changed' : 'added'),
        subject: nameOf(before ?? { key, fields }),
        ...(changed && { before: Object.fromEntries(changed.map(({ field, base }) => [field, base])) }),
        after: {
          ...(changed ? Object.fromEntries(changed.map(({ field, now }) => [field, now])) : fields),
          ...effects.facts,
        },
        // A new name of an environment, for example, affects every row, not only those in the effects.
        topics: [...STALE, ROW_TOPIC.allTenants, ...effects.topics],
      });
    },
    ROW,
  );
  return { key };
}

/** The stored item, which may be an identical one that was just added. @throws AppError('not_found') */
function findBefore({ kind, key, fields }: SavedItem, items: readonly FleetItem[]): FleetItem | undefined {
  if (key === null) return items.find((one) => isDeepStrictEqual(one.fields, comparable(fields)));
  return requireItem(kind, items, key);
}

async function requireUnchanged(
  db: Transaction,
  body: SavedItem,
  before: FleetItem,
  fields: FleetItem['fields'],
): Promise<void> {
  const changes = body.base === null ? [] : changedFields(comparable(body.base), before.fields);
  if (changes.length > 0) {
    const names = changes.map(({ field }) => field.replaceAll('_', ' ')).join(', ');
    throw new AppError('conflict', `${nameOf(before)} has changed since you opened it: ${names}.`, {
      details: { changes },
    });
  }
  requireKept(body, before.fields, fields, (await listUsers(db, body.kind, before.key)).length);
}

interface Place {
  kind: FleetKind;
  /** Null adds an item. */
  key: string | null;
  /** Its key in the inventory, if declared there. */
  ref: string | undefined;
}

/** Stores the fields as an inventory would. Returns the key. */
async function store(
  db: Transaction,
  { kind, key, ref = NO_REF }: Place,
  fields: FleetItem['fields'],
): Promise<string> {
  if (kind === 'config_key') {
    const { kind: slug, key_name: name, ...rest } = fields;
    await putItem(db, { kind, ref: `${String(slug)}/${String(name)}`, fields: rest }, noIds());
    return `${String(slug)}:${String(name)}`;
  }
  const given = kind === 'environment' ? { ...fields, services: fields['services'] ?? null } : fields;
  const ids = { ...noIds(), region: await regionIds(db), [kind]: new Map(key === null ? [] : [[ref, Number(key)]]) };
  return String(await putItem(db, { kind, ref, fields: given }, ids));
}

/** A ref that no inventory can have. */
const NO_REF = ' ';

/** Empty id maps, in the form the inventory queries expect. */
const noIds = () => {
  const none = new Map<string, number>();
  const fleet = { region: none, account: none, certificate: none, environment: none };
  return { ...fleet, database_host: none, config_key: none, tenant: none };
};

interface Change {
  kind: FleetKind;
  key: string;
  /** Undefined for a new item. */
  before: FleetItem['fields'] | undefined;
  fields: FleetItem['fields'];
}

function follow(ctx: Ctx, db: Transaction, { kind, key, before, fields }: Change): Promise<Effects> {
  if (kind === 'environment') return followServers(ctx, db, { id: Number(key), before, fields });
  if (kind !== 'config_key') return Promise.resolve({ facts: {}, topics: [] });
  // A retired key has no fields any more.
  const { kind: slug, key_name: name } = { ...before, ...fields } as { kind: ConfigKindSlug; key_name: string };
  return followKey(ctx, db, { kind: slug, name, before, fields });
}

/** Removes an unused item. @throws AppError('conflict') with its users, if known */
export async function retireItem(
  ctx: Ctx,
  { params: { kind, key } }: CallInput<typeof calls.retireFleetItem>,
): Promise<Record<string, never>> {
  await inTransaction(
    ctx,
    async ({ db, record }) => {
      await lockFleet(db);
      const item = requireItem(kind, await readItems(db, kind), key);
      await requireUnused(db, kind, item);
      const path = key.replace(':', '/');
      const declared = (await listDeclared(db, kind)).get(path);
      const ref = declared ?? (kind === 'config_key' ? path : NO_REF);
      await removeItem(db, { kind, ref }, { ...noIds(), [kind]: new Map([[ref, Number(key)]]) });
      const { topics } = await follow(ctx, db, { kind, key, before: item.fields, fields: {} });
      const before = { ...item.fields, ...(declared !== undefined && { declared: true }) };
      record({
        action: actionOf(kind, 'retired'),
        subject: nameOf(item),
        before,
        topics: [...STALE, ROW_TOPIC.allTenants, ...topics],
      });
    },
    ROW,
  ).catch((error: unknown) => {
    // A tenant started to use the item after its users were read.
    if (!isForeignKeyViolation(error)) throw error;
    throw new AppError('conflict', `The ${KIND_WORDS[kind].one} is now in use and cannot be retired.`);
  });
  return {};
}

const NAMED = 10;

async function requireUnused(db: Transaction, kind: FleetKind, item: FleetItem): Promise<void> {
  const users = await listUsers(db, kind, item.key);
  const deleted = (await countUsers(db, kind)).get(item.key)?.deleted ?? 0;
  const others = kind === 'region' ? ((await namesByRegion(db)).get(item.fields['name']) ?? []) : [];
  const who = [
    ...(users.length > 0 ? [countText(users.length, 'tenant')] : []),
    ...(deleted > 0 ? [`${countText(deleted, 'deleted tenant')} that can be restored`] : []),
    ...others,
  ];
  if (who.length === 0) return;
  throw new AppError('conflict', `${nameOf(item)} is ${aKind(kind)} in use: ${who.join(', ')}.`, {
    details: { tenants: users.length, some: users.slice(0, NAMED), others },
  });
}
