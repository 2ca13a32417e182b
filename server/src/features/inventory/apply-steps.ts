import { entryKey, type ItemKind, type ItemResult } from '@mission-control/contract/inventory/plan';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { Inventory, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { foldName } from '@mission-control/contract/search/rules';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import { isDeepStrictEqual } from 'node:util';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { isForeignKeyViolation, isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { lockRelations } from '../relations/public.ts';
import { followKey, followServers } from './follow-item.ts';
import { Left, type Fields, type Item, type Step } from './plan.ts';
import { createTenantWriter } from './put-tenant.ts';
import * as fleet from './queries-fleet.ts';
import { readUses } from './queries-uses.ts';
import { lockFleet } from './queries.ts';
import { refOf, referencesOf, splitKey } from './items.ts';

export const STALE = [TOPIC.tenants, TOPIC.roster, TOPIC.environments, TOPIC.databases];

/** Kinds whose names are unique. */
const UNIQUE_NAMES: readonly ItemKind[] = ['region', 'environment', 'database_host', 'tenant'];

interface Applying {
  inventory: Inventory;
  items: readonly Item[];
  known: fleet.Fleet;
  signal?: AbortSignal | undefined;
  /** Receives each result. */
  report: (result: ItemResult) => void;
}

/** A dependency of a step: the key of another item, and the reason to report if it is not satisfied. */
interface Blocker {
  key: string;
  reason: string;
}

/**
 * Applies steps, each in a transaction, in dependency order: a step waits for the items it refers to and for the name it takes. Steps
 * that wait for each other, such as two items that swap names, share a transaction. An item that no longer matches `known` is skipped.
 * @throws the abort reason of the signal, between two transactions
 */
export async function applySteps(ctx: Ctx, steps: readonly Step[], applying: Applying): Promise<void> {
  const { signal, report } = applying;
  const state = new FleetState(applying);
  const leave = (step: Step, reason: string): void => report({ ...placeOf(step), result: 'left', reason });
  let pending = [...steps];
  while (pending.length > 0) {
    const waiting: { step: Step; blockers: Blocker[] }[] = [];
    for (const step of pending) {
      signal?.throwIfAborted();
      const blockers = state.blockersOf(step);
      if (blockers.length > 0) waiting.push({ step, blockers });
      else await applyTogether(ctx, [step], state, applying);
    }
    const progressed = waiting.length < pending.length;
    pending = waiting.map(({ step }) => step);
    if (progressed) continue;
    const keys = new Set(pending.map(entryKey));
    const hopeless = waiting.filter(({ blockers }) => blockers.some(({ key }) => !keys.has(key)));
    for (const { step, blockers } of hopeless) leave(step, blockers.find(({ key }) => !keys.has(key))?.reason ?? '');
    pending = waiting.filter((one) => !hopeless.includes(one)).map(({ step }) => step);
    if (hopeless.length > 0) continue;
    await applyTogether(ctx, pending, state, applying);
    return;
  }
}

const placeOf = ({ kind, ref }: Step): { kind: ItemKind; ref: string } => ({ kind, ref });
const RESULT_OF = { add: 'added', change: 'changed', conflict: 'changed', remove: 'removed', refused: 'left' } as const;

/** Applies steps in one transaction: all, or none and the reason. */
async function applyTogether(ctx: Ctx, steps: readonly Step[], state: FleetState, { report }: Applying): Promise<void> {
  try {
    await inUnauditedTransaction(ctx, async ({ db, changed }) => {
      changed(...STALE);
      await lockFleet(db);
      // A new tenant brings its relations.
      if (steps.some(({ action, kind }) => action === 'add' && kind === 'tenant')) await lockRelations(db);
      for (const step of steps) await state.requireUnchanged(db, step);
      if (steps.length > 1) for (const step of steps) await state.freeName(ctx, db, step);
      for (const step of steps) changed(...(await state.apply(ctx, db, step)));
    });
  } catch (error) {
    state.forgetAdded(steps);
    const reason = reasonOf(error);
    if (reason === null) throw error;
    for (const step of steps) report({ ...placeOf(step), result: 'left', reason });
    return;
  }
  for (const step of steps) {
    state.settle(step);
    report({ ...placeOf(step), result: RESULT_OF[step.action], reason: '' });
  }
}

function reasonOf(error: unknown): string | null {
  if (error instanceof Left) return error.message;
  if (isUniqueViolation(error)) return 'Something else here already has its name, id or one of its hosts.';
  return isForeignKeyViolation(error) ? 'Something here still uses it.' : null;
}

const nameKey = (kind: ItemKind, name: unknown): string =>
  `${kind} ${kind === 'tenant' ? foldName(String(name)) : String(name)}`;

/** The fleet as known to this apply, updated with its own changes. */
class FleetState {
  readonly #ids: fleet.RefIds;
  readonly #refs: fleet.Fleet['refs'];
  readonly #fields: Map<string, Fields>;
  /** Keys of named items, by kind and name. */
  readonly #names = new Map<string, string>();
  readonly #wanted: ReadonlyMap<string, Item>;
  readonly #tenants: ReadonlyMap<string, InventoryTenant>;
  readonly #needs: ReturnType<typeof referencesOf>;
  readonly #writer: ReturnType<typeof createTenantWriter>;

  constructor({ inventory, items, known }: Applying) {
    this.#ids = known.ids;
    this.#refs = known.refs;
    this.#fields = new Map(known.here.map((one) => [entryKey(one), one.fields]));
    for (const one of known.here)
      if (one.kind !== 'tenant' || !known.deleted.has(known.ids.tenant.get(one.ref) ?? 0))
        this.#names.set(nameKey(one.kind, one.fields['name']), entryKey(one));
    this.#wanted = new Map(items.map((one) => [entryKey(one), one]));
    this.#tenants = new Map(inventory.tenants.map((one) => [refOf(one), one]));
    this.#needs = referencesOf(inventory);
    this.#writer = createTenantWriter(inventory, known.ids);
  }

  blockersOf(step: Step): Blocker[] {
    const item = this.#wanted.get(entryKey(step));
    if (step.action === 'remove' || !item) return this.#usersOf(step);
    const missing = this.#needs(item, step.action === 'add' ? this.#tenants.get(item.ref) : undefined)
      .filter((key) => !this.#fields.has(key))
      .map((key) => ({ key, reason: `It requires ${wordsOf(key)}, which does not exist.` }));
    const holder = this.#names.get(nameKey(item.kind, item.fields['name']));
    if (holder === undefined || holder === entryKey(step) || !UNIQUE_NAMES.includes(item.kind)) return missing;
    return [...missing, { key: holder, reason: `The name is still used by ${wordsOf(holder)}.` }];
  }

  /** Items of the inventory that refer to a region; other uses are known from the plan. */
  #usersOf({ kind, ref }: Step): Blocker[] {
    if (kind !== 'region') return [];
    return [...this.#fields].flatMap(([key, { region }]) =>
      region === ref ? [{ key, reason: `It still contains ${wordsOf(key)}.` }] : [],
    );
  }

  /** @throws Left if an item has changed since it was planned, or the step is no longer possible */
  async requireUnchanged(db: Transaction, step: Step): Promise<void> {
    const { action, kind, ref } = step;
    const now = await fleet.readItem(db, step, { ids: this.#ids, refs: this.#refs });
    if (!isDeepStrictEqual(now, this.#fields.get(entryKey(step))))
      throw new Left(`It was ${now ? 'changed' : 'removed'} here after it was planned.`);
    if (action === 'remove') {
      const uses = await readUses(db);
      const reason = uses.get(`${kind} ${kind === 'config_key' ? ref : this.#ids[kind].get(ref)}`);
      if (reason !== undefined) throw new Left(reason);
    }
    const tenant = action === 'add' && kind === 'tenant' ? this.#tenants.get(ref) : undefined;
    if (tenant && (await fleet.usedTenantIds(db, [tenant])).size > 0) throw new Left(idUsed(tenant));
  }

  /** Frees the name of an item that is renamed or removed. */
  async freeName(ctx: Ctx, db: Transaction, { action, kind, ref, changes }: Step): Promise<void> {
    const id = this.#ids[kind].get(ref);
    if (id === undefined || (action !== 'remove' && !changes.some(({ field }) => field === 'name'))) return;
    const name = `~${kind}-${id}`;
    if (kind !== 'tenant') return fleet.freeName(db, kind, id, name);
    await changeTenants(db, [id], { at: ctx.clock.now(), name: ctx.actor.name }, { name, nameKey: name });
  }

  /** Applies a step. Returns the topics that it makes stale. */
  async apply(ctx: Ctx, db: Transaction, step: Step): Promise<readonly Topic[]> {
    const item = this.#wanted.get(entryKey(step));
    if (step.action === 'remove' || !item) {
      await fleet.removeItem(db, step, this.#ids);
      return this.#follow(ctx, db, step, {});
    }
    const { kind, ref } = item;
    const tenant = kind === 'tenant' ? this.#tenants.get(ref) : undefined;
    const [id, ...ends] = tenant
      ? await this.#writer.put(ctx, db, { tenant, step })
      : [await fleet.putItem(db, item, this.#ids)];
    if (id !== null) {
      this.#ids[kind].set(ref, id);
      this.#refs.set(`${kind} ${id}`, ref);
      this.#writer.note(kind, { ref, name: String(item.fields['name']), id });
    }
    await fleet.declareItems(db, [item], this.#ids);
    if (tenant && id !== null) return [id, ...ends].map((one) => TOPIC.tenant(one));
    return this.#follow(ctx, db, step, item.fields);
  }

  /** What the change of an item makes stale elsewhere. */
  async #follow(ctx: Ctx, db: Transaction, { kind, ref }: Step, fields: Fields): Promise<readonly Topic[]> {
    const before = this.#fields.get(entryKey({ kind, ref }));
    const id = this.#ids[kind].get(ref);
    if (kind === 'environment' && id !== undefined)
      return (await followServers(ctx, db, { id, before, fields })).topics;
    if (kind !== 'config_key') return [];
    const [slug, name] = splitKey(ref);
    return (await followKey(ctx, db, { kind: slug as ConfigKindSlug, name, before, fields })).topics;
  }

  /** Updates the state after a successful transaction. */
  settle(step: Step): void {
    const key = entryKey(step);
    const before = this.#fields.get(key);
    const oldName = before && nameKey(step.kind, before['name']);
    if (oldName !== undefined && this.#names.get(oldName) === key) this.#names.delete(oldName);
    const item = this.#wanted.get(key);
    if (step.action === 'remove' || !item) {
      this.#fields.delete(key);
      return;
    }
    const changed = Object.fromEntries(step.changes.map(({ field, file }) => [field, file]));
    const now = item.kind === 'tenant' && before ? { ...before, ...changed } : item.fields;
    this.#fields.set(key, now);
    this.#names.set(nameKey(item.kind, now['name']), key);
    if (item.kind === 'environment') this.#moveServers(key, item.fields['servers'] as string[]);
  }

  /** A server added to one environment is removed from all others. */
  #moveServers(to: string, hosts: readonly string[]): void {
    for (const [key, fields] of this.#fields) {
      const { servers } = fields;
      if (key === to || !Array.isArray(servers) || !servers.some((host: string) => hosts.includes(host))) continue;
      this.#fields.set(key, { ...fields, servers: servers.filter((host: string) => !hosts.includes(host)) });
    }
  }

  /** Removes the ids of items that a failed transaction had added. */
  forgetAdded(steps: readonly Step[]): void {
    for (const { action, kind, ref } of steps) if (action === 'add') this.#ids[kind].delete(ref);
  }
}

export const idUsed = ({ id, name }: InventoryTenant): string =>
  `The id ${id} of ${name} is or was another tenant's. Ids are never reused.`;

const wordsOf = (key: string): string => key.replace(/^\S+/, (kind) => `the ${kind.replace('_', ' ')}`);
