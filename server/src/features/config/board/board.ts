import { hash } from 'node:crypto';
import {
  BOARD_GROUPS,
  BOARD_STATES,
  type BoardCell,
  type BoardGroup,
  type BoardState,
  type BoardTenant,
} from '@mission-control/contract/config/drift';
import { CONFIG_KINDS, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { cutValue } from '@mission-control/contract/config/rules';
import { isSecret } from '@mission-control/contract/config/secrets';
import { compareNames } from '@mission-control/contract/tenants/rules';
import { TOPIC } from '@mission-control/contract/topics';
import type { CachedJson } from '../../../platform/calls/handler.ts';
import { JsonOfParts, JsonPart } from '../../../platform/calls/json-pages.ts';
import type { Ctx } from '../../../platform/context.ts';
import { followRows } from '../../../platform/events/follow-rows.ts';
import { RowPages, type RowText } from '../../../platform/events/row-pages.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import type { KeyedItem } from '../file/stored-items.ts';
import { realChanges } from '../history/revision-state.ts';
import { listAllKeys, listBoardFacts, type BoardConfig, type BoardFacts, type Keys } from './queries-board.ts';

/** A tenant on the board with the differences of its configs. */
interface Judged {
  tenant: BoardTenant;
  differences: GroupKey[];
}
type GroupKey = Omit<BoardGroup, 'id' | 'tenants'>;

/** A tenant's contribution to the totals and groups. */
interface Share {
  states: BoardState[];
  /** Serialized group keys. */
  groups: string[];
}

interface Kept {
  /** Read but not evaluated yet; undefined if the tenant is gone. */
  facts: Map<number, BoardFacts | undefined>;
  keys: Keys;
  rows: RowPages;
  shares: Map<number, Share>;
  totals: Record<BoardState, number>;
  groups: Map<string, { id: string; tenants: Set<number> }>;
  answer: CachedJson | undefined;
}

const follow = followRows<Kept>({
  topics: [TOPIC.tenants],
  start: () => ({
    facts: new Map(),
    keys: new Map(),
    rows: new RowPages(compareNames),
    shares: new Map(),
    totals: Object.fromEntries(BOARD_STATES.map((state) => [state, 0])) as Kept['totals'],
    groups: new Map(),
    answer: undefined,
  }),
  async catchUp(db, kept, [change]) {
    const ids = change?.ids ?? null;
    if (ids?.length === 0) return;
    const keys = ids === null ? await listAllKeys(db) : kept.keys;
    const found = await listBoardFacts(db, ids);
    for (const id of ids ?? [...kept.facts.keys(), ...kept.shares.keys()]) kept.facts.set(id, undefined);
    for (const facts of found) kept.facts.set(facts.id, facts);
    Object.assign(kept, { keys, answer: undefined });
  },
});

/**
 * The state of each config of each tenant, and the differences they share; secrets are masked. After a change, only the changed tenants
 * are read again (0113).
 */
export async function listBoard({ db, secrets, topicVersions }: Pick<Ctx, 'db' | 'secrets' | 'topicVersions'>) {
  const kept = await follow(db, topicVersions);
  return (kept.answer ??= buildBoard(kept, secrets));
}

function buildBoard(kept: Kept, secrets: Secrets): CachedJson {
  const rows = new Map<number, RowText | undefined>();
  for (const [id, facts] of kept.facts) {
    const judged = facts && judge(facts, kept.keys, secrets);
    replaceShare(kept, id, judged);
    rows.set(id, judged && { id, name: judged.tenant.tenant_name, json: JSON.stringify(judged.tenant) });
  }
  kept.rows.apply(rows);
  kept.facts.clear();
  const largest = [...kept.groups].toSorted(
    ([, a], [, b]) => b.tenants.size - a.tenants.size || (a.id < b.id ? -1 : 1),
  );
  const groups = largest.slice(0, BOARD_GROUPS).map(([text, { id, tenants }]): BoardGroup => ({
    id,
    ...(JSON.parse(text) as GroupKey),
    tenants: [...tenants].toSorted((a, b) => a - b),
  }));
  const more = Math.max(0, largest.length - BOARD_GROUPS);
  return new JsonOfParts([
    new JsonPart(`{"totals":${JSON.stringify(kept.totals)},"tenants":[`),
    ...kept.rows.parts(),
    new JsonPart(`],"groups":${JSON.stringify(groups)},"more_groups":${more}}`),
  ]);
}

/** Replaces a tenant's contribution to the totals and groups. */
function replaceShare({ shares, totals, groups }: Kept, id: number, judged: Judged | undefined): void {
  const earlier = shares.get(id);
  for (const state of earlier?.states ?? []) totals[state] -= 1;
  for (const text of earlier?.groups ?? []) {
    const group = groups.get(text);
    group?.tenants.delete(id);
    if (group?.tenants.size === 0) groups.delete(text);
  }
  if (!judged) return void shares.delete(id);
  const share = {
    states: Object.values(judged.tenant.states),
    groups: judged.differences.map((difference) => JSON.stringify(difference)),
  };
  for (const state of share.states) totals[state] += 1;
  for (const text of share.groups) {
    const group = groups.get(text);
    if (group) group.tenants.add(id);
    else groups.set(text, { id: idOf(text), tenants: new Set([id]) });
  }
  shares.set(id, share);
}

const idOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16);

function judge(facts: BoardFacts, keys: Keys, secrets: Secrets): Judged {
  const tenant: BoardTenant = { tenant_id: facts.id, tenant_name: facts.name, states: {}, cells: [] };
  const differences: GroupKey[] = [];
  for (const { slug, service } of CONFIG_KINDS) {
    if (!facts.services.includes(service)) continue;
    const config = facts.configs.find(({ kind }) => kind === slug);
    const isCommitted = facts.committed.includes(slug) || (config?.committedHash ?? null) !== null;
    const drifts = facts.drifts.filter(({ kind }) => kind === slug);
    const state = stateOf(config, isCommitted, drifts.length > 0);
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
    differences.push(...(waiting?.differences ?? []), ...onServers(slug, isCommitted, drifts, keys));
  }
  return { tenant, differences };
}

function stateOf(config: BoardConfig | undefined, isCommitted: boolean, drifts: boolean): BoardState {
  if (config?.failing) return 'failing';
  if (drifts) return isCommitted ? 'changed' : 'unknown';
  if (config?.waitingSince) return 'waiting';
  return isCommitted ? 'committed' : 'nothing';
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
  const ofKind = facts.changes.filter((change) => change.kind === kind);
  const changes = realChanges(secrets, { tenantId, kind }, ofKind);
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

/** Differences on servers, without duplicates across servers. */
function onServers(kind: ConfigKindSlug, isCommitted: boolean, drifts: BoardFacts['drifts'], keys: Keys): GroupKey[] {
  const known = keys.get(kind) ?? new Map();
  const all = drifts.flatMap(({ hash: file, differences }): GroupKey[] => {
    if (file === null) return [group(kind, 'servers', 'missing')];
    if (!isCommitted) return [group(kind, 'servers', 'file')];
    if (!differences || differences.length === 0) return [group(kind, 'servers', 'other')];
    return differences.map(({ key, before, after, ...difference }) => {
      const masked = difference.masked || [before, after].some((value) => isSecret({ key, value: value ?? '' }, known));
      return { ...group(kind, 'servers', 'setting'), key, masked, ...sidesOf(masked, before, after) };
    });
  });
  return [...new Map(all.map((difference) => [JSON.stringify(difference), difference])).values()];
}
