import { hash } from 'node:crypto';
import {
  BOARD_GROUPS,
  BOARD_STATES,
  type Board,
  type BoardCell,
  type BoardGroup,
  type BoardState,
  type BoardTenant,
} from '@mission-control/contract/config/drift';
import { CONFIG_KINDS, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { cutValue } from '@mission-control/contract/config/rules';
import { compareNames } from '@mission-control/contract/tenants/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { prepareJson, type PreparedJson } from '../../../platform/calls/handler.ts';
import type { Ctx } from '../../../platform/context.ts';
import { followRows } from '../../../platform/events/follow-rows.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { isSecret, type KeyedItem } from '../file/stored-items.ts';
import { realChanges } from '../history/revision-state.ts';
import { listAllKeys, listBoardFacts, type BoardConfig, type BoardFacts, type Keys } from './queries-board.ts';

/** A tenant of the board with the differences that its configs have. */
interface Judged {
  tenant: BoardTenant;
  differences: GroupKey[];
}
type GroupKey = Omit<BoardGroup, 'id' | 'tenants'>;

interface Kept {
  /** Read and not judged yet. */
  facts: Map<number, BoardFacts>;
  judged: Map<number, Judged>;
  keys: Keys;
  answer: PreparedJson | undefined;
}

const follow = followRows<Kept>({
  topics: [TOPIC.tenants],
  start: () => ({ facts: new Map(), judged: new Map(), keys: new Map(), answer: undefined }),
  async catchUp(db, kept, [change]) {
    const ids = change?.ids ?? null;
    if (ids?.length === 0) return;
    const keys = ids === null ? await listAllKeys(db) : kept.keys;
    const found = await listBoardFacts(db, ids);
    for (const id of ids ?? [...kept.facts.keys(), ...kept.judged.keys()]) {
      kept.facts.delete(id);
      kept.judged.delete(id);
    }
    for (const facts of found) kept.facts.set(facts.id, facts);
    Object.assign(kept, { keys, answer: undefined });
  },
});

/**
 * Where each config of each tenant stands, and which differences they share; secrets are masked. Follows every change of a tenant, by
 * reading that tenant anew.
 */
export async function listBoard({ db, secrets, topicVersions }: Pick<Ctx, 'db' | 'secrets' | 'topicVersions'>) {
  const kept = await follow(db, topicVersions);
  if (kept.answer) return kept.answer;
  for (const [id, facts] of kept.facts) kept.judged.set(id, judge(facts, kept.keys, secrets));
  kept.facts.clear();
  return (kept.answer = prepareJson(boardOf([...kept.judged.values()])));
}

function boardOf(judged: readonly Judged[]): Board {
  const totals = Object.fromEntries(BOARD_STATES.map((state) => [state, 0])) as Record<BoardState, number>;
  const groups = new Map<string, BoardGroup>();
  const byName = judged.toSorted(
    ({ tenant: a }, { tenant: b }) => compareNames(a.tenant_name, b.tenant_name) || a.tenant_id - b.tenant_id,
  );
  for (const { tenant, differences } of byName) {
    for (const state of Object.values(tenant.states)) totals[state] += 1;
    for (const one of differences) {
      const text = JSON.stringify([one.service, one.side, one.what, one.key, one.before, one.after, one.masked]);
      const group = groups.get(text);
      if (group) group.tenants.push(tenant.tenant_id);
      else groups.set(text, { id: idOf(text), ...one, tenants: [tenant.tenant_id] });
    }
  }
  const largest = [...groups.values()].toSorted(
    (a, b) => b.tenants.length - a.tenants.length || (a.id < b.id ? -1 : 1),
  );
  return {
    totals,
    tenants: byName.map(({ tenant }) => tenant),
    groups: largest
      .slice(0, BOARD_GROUPS)
      .map((group) => ({ ...group, tenants: [...new Set(group.tenants)].toSorted((a, b) => a - b) })),
    more_groups: Math.max(0, largest.length - BOARD_GROUPS),
  };
}

const idOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16);

function judge(facts: BoardFacts, keys: Keys, secrets: Secrets): Judged {
  const tenant: BoardTenant = { tenant_id: facts.id, tenant_name: facts.name, states: {}, cells: [] };
  const differences: GroupKey[] = [];
  for (const { slug, service } of CONFIG_KINDS) {
    if (!facts.services.includes(service)) continue;
    const config = facts.configs.find(({ kind }) => kind === slug);
    const drifts = facts.drifts.filter(({ kind }) => kind === slug);
    const state = stateOf(config, drifts.length > 0);
    tenant.states[slug] = state;
    const waiting = config && waitingOf(config, facts, keys, secrets);
    if (!waiting && drifts.length === 0) continue;
    const found = drifts.map(({ foundAt }) => foundAt.toISOString()).toSorted();
    tenant.cells.push({
      service: slug,
      waiting: waiting?.cell ?? null,
      hosts: drifts.map(({ host, hash: file }) => ({ host, missing: file === null })),
      found_at: found[0] ?? null,
    });
    differences.push(...(waiting?.differences ?? []), ...onServers(slug, config, drifts, keys));
  }
  return { tenant, differences };
}

const wasCommitted = (config: BoardConfig | undefined): boolean => (config?.committedHash ?? null) !== null;

function stateOf(config: BoardConfig | undefined, drifts: boolean): BoardState {
  if (config?.failing) return 'failing';
  if (drifts) return wasCommitted(config) ? 'changed' : 'unknown';
  if (config?.waitingSince) return 'waiting';
  return wasCommitted(config) ? 'committed' : 'nothing';
}

const group = (service: ConfigKindSlug, side: BoardGroup['side'], what: BoardGroup['what']): GroupKey => ({
  service,
  side,
  what,
  key: null,
  before: null,
  after: null,
  masked: false,
});

function waitingOf(
  { tenantId, kind, waitingSince, savedBy, committedRevision, revision }: BoardConfig,
  facts: BoardFacts,
  keys: Keys,
  secrets: Secrets,
): { cell: NonNullable<BoardCell['waiting']>; differences: GroupKey[] } | null {
  if (!waitingSince || revision === 0) return null;
  const cell = { changes: null, since: waitingSince.toISOString(), by: savedBy ?? '' };
  if (committedRevision === null) return { cell, differences: [group(kind, 'waiting', 'never')] };
  const own = facts.changes.filter((change) => change.kind === kind);
  const changes = realChanges(secrets, { tenantId, kind }, own);
  const differences = changes.map(({ key, before, after }): GroupKey => {
    const masked = [before, after].some((item) => item && isSecret(item, keys.get(kind) ?? new Map()));
    return { ...group(kind, 'waiting', 'setting'), key, masked, ...sidesOf(masked, shown(before), shown(after)) };
  });
  if (differences.length === 0) differences.push(group(kind, 'waiting', 'other'));
  return { cell: { ...cell, changes: changes.length }, differences };
}

const shown = (item: KeyedItem | null): string | null =>
  item && `${cutValue(item.value)}${item.state === 0 ? ' (off)' : ''}`;

const sidesOf = (masked: boolean, before: string | null, after: string | null) => ({
  before: masked && before !== null ? '' : before,
  after: masked && after !== null ? '' : after,
});

/** What servers hold, each difference once however many of them do. */
function onServers(
  kind: ConfigKindSlug,
  config: BoardConfig | undefined,
  drifts: BoardFacts['drifts'],
  keys: Keys,
): GroupKey[] {
  const known = keys.get(kind) ?? new Map();
  const all = drifts.flatMap(({ hash: file, differences }): GroupKey[] => {
    if (file === null) return [group(kind, 'servers', 'missing')];
    if (!wasCommitted(config)) return [group(kind, 'servers', 'file')];
    if (!differences || differences.length === 0) return [group(kind, 'servers', 'other')];
    return differences.map(({ key, before, after, ...one }) => {
      const masked = one.masked || [before, after].some((value) => isSecret({ key, value: value ?? '' }, known));
      return { ...group(kind, 'servers', 'setting'), key, masked, ...sidesOf(masked, before, after) };
    });
  });
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
