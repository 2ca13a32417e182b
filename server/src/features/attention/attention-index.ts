import { attentionOf } from '@mission-control/contract/attention/rules';
import { ATTENTION_KINDS, type AttentionKind } from '@mission-control/contract/attention/kinds';
import type { AttentionChoice, AttentionTenant } from '@mission-control/contract/attention/schema';
import { compareNames } from '@mission-control/contract/tenants/rules';
import { JsonOfParts, JsonPart } from '../../platform/calls/json-pages.ts';
import type { CachedJson } from '../../platform/calls/handler.ts';
import { RowPages, type RowText } from '../../platform/events/row-pages.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { TenantFacts } from './queries.ts';

export const minuteOf = (now: Date): number => Math.floor(now.getTime() / MINUTE_MS);

interface TenantState {
  tenant: AttentionTenant | null;
  /** The minute in which its reasons may next change without other input. */
  due: number | null;
}

/**
 * The reasons of all tenants, updated tenant by tenant. Reasons change at full minutes only, so tenants whose reasons change with time are
 * found by their due minute instead of scanning all.
 */
export class AttentionIndex {
  readonly #tenants = new Map<number, TenantState>();
  /** Tenants by due minute. */
  readonly #due = new Map<number, Set<number>>();
  readonly #needing = new Map<number, AttentionTenant>();
  readonly #pages = new RowPages(compareNames);
  readonly #counts = new Map<AttentionKind, number>();
  #responses = new Map<AttentionChoice | undefined, CachedJson>();
  /** Everything due up to this minute has been recomputed; null before the first time. */
  #swept: number | null = null;

  /** The tenants whose reasons may have changed by a minute. */
  dueAt(minute: number): number[] {
    const first = this.#swept === null ? minute : this.#swept + 1;
    // After a long pause there are fewer due minutes than minutes.
    const minutes =
      minute - first > this.#due.size
        ? [...this.#due.keys()].filter((one) => one <= minute)
        : Array.from({ length: Math.max(0, minute - first + 1) }, (_, at) => first + at);
    return minutes.flatMap((one) => [...(this.#due.get(one) ?? [])]);
  }

  /** Tenants that need attention. @param among null: all */
  needing(among: readonly number[] | null): AttentionTenant[] {
    if (among === null) return [...this.#needing.values()];
    return among.flatMap((id) => this.#needing.get(id) ?? []);
  }

  /**
   * Recomputes the reasons of tenants and removes tenants without facts. Do not read the index until this resolves; after a failure, not
   * until the same tenants have been recomputed.
   * @param ids must include everything due by `minute`; null: all
   * @param facts of these tenants
   * @returns ids of those whose reasons changed
   */
  async update(
    ids: Iterable<number> | null,
    facts: AsyncIterable<readonly TenantFacts[]>,
    minute: number,
  ): Promise<number[]> {
    const rows = new Map<number, RowText | undefined>();
    for await (const part of facts) for (const tenant of part) rows.set(tenant.id, this.#updateOne(tenant, minute));
    for (const id of ids ?? [...this.#tenants.keys()]) {
      if (rows.has(id)) continue;
      this.#forget(id);
      rows.set(id, undefined);
    }
    this.#swept = minute;
    const changed = this.#pages.apply(rows);
    if (changed.length > 0) this.#responses = new Map();
    return changed;
  }

  #updateOne(facts: TenantFacts, minute: number): RowText | undefined {
    const { id } = facts;
    this.#forget(id);
    const { reasons, next } = attentionOf(facts, minute * MINUTE_MS);
    const due = next === null ? null : Math.ceil(next / MINUTE_MS);
    const tenant = reasons.length === 0 ? null : { id, tenant_name: facts.name, reasons };
    this.#tenants.set(id, { tenant, due });
    if (due !== null) this.#dueIn(due).add(id);
    if (!tenant) return undefined;
    this.#needing.set(id, tenant);
    this.#count(tenant, 1);
    return { id, name: facts.name, json: JSON.stringify(tenant) };
  }

  #forget(id: number): void {
    const before = this.#tenants.get(id);
    if (!before) return;
    this.#tenants.delete(id);
    this.#needing.delete(id);
    if (before.tenant) this.#count(before.tenant, -1);
    if (before.due === null) return;
    const others = this.#dueIn(before.due);
    others.delete(id);
    if (others.size === 0) this.#due.delete(before.due);
  }

  #dueIn(minute: number): Set<number> {
    let ids = this.#due.get(minute);
    if (!ids) this.#due.set(minute, (ids = new Set()));
    return ids;
  }

  #count({ reasons }: AttentionTenant, by: number): void {
    for (const kind of new Set(reasons.map((reason) => reason.kind)))
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + by);
  }

  /** How many tenants need attention, in total and by reason. */
  numbers(): { needing: number; counts: Record<AttentionKind, number> } {
    const counts = Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, this.#counts.get(kind) ?? 0]));
    return { needing: this.#needing.size, counts: counts as Record<AttentionKind, number> };
  }

  /** The response, cached until a reason changes. */
  response(choice: AttentionChoice | undefined): CachedJson {
    let response = this.#responses.get(choice);
    if (!response)
      this.#responses.set(choice, (response = new JsonOfParts([this.#head(choice), ...this.#rows(choice)])));
    return response;
  }

  #head(choice: AttentionChoice | undefined): JsonPart {
    const head = JSON.stringify(this.numbers());
    return new JsonPart(choice === undefined ? head : `${head.slice(0, -1)},"tenants":[`);
  }

  #rows(choice: AttentionChoice | undefined): JsonPart[] {
    if (choice === undefined) return [];
    if (choice === 'any') return [...this.#pages.parts(), new JsonPart(']}')];
    const some = [...this.#needing.values()]
      .filter(({ reasons }) => reasons.some(({ kind }) => kind === choice))
      .toSorted((a, b) => compareNames(a.tenant_name, b.tenant_name) || a.id - b.id);
    return [new JsonPart(`${some.map((one) => JSON.stringify(one)).join(',')}]}`)];
  }
}
