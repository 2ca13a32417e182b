import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/monitors/calls';
import type { MonitorRow } from '@mission-control/contract/monitors/calls';
import { MONITOR_STATES, shownState, WORST_FIRST, type MonitorState } from '@mission-control/contract/monitors/rules';
import { foldName } from '@mission-control/contract/search/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { compareKeys } from '../../fleet/tenant-names.ts';
import { SerializedJson } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { followRows } from '../../platform/events/follow-rows.ts';
import { labelOf, recentWindows, shortCharts, toRow } from './monitor-row.ts';
import { listErrors, listShownOf, readFacts, type MonitorFactsRow } from './queries.ts';
import { proberState } from './service.ts';

/** A monitor in the list's index: searched by text and state, in the order of tenants and hosts. */
interface Indexed {
  id: number;
  tenantId: number;
  nameKey: string;
  host: string;
  state: MonitorState;
  /** Folded label and host. */
  text: string;
}

const byName = (one: Indexed, other: Indexed): number =>
  compareKeys(one.nameKey, other.nameKey) || compareKeys(one.host, other.host) || one.id - other.id;

function toIndexed(row: MonitorFactsRow): Indexed {
  const { id, tenantId, nameKey, host } = row;
  const markOf = (was: boolean): string | null => (was ? '' : null);
  const { state } = shownState({
    active: row.active ? 1 : 0,
    closed: row.closed,
    status: row.status === 1 && row.wasOnline ? 1 : 0,
    warning_count: row.warningCount,
    last_online: markOf(row.wasOnline),
    last_offline: markOf(row.wasOffline),
    last_check: null,
  });
  return { id, tenantId, nameKey, host, state, text: foldName(`${labelOf(row)}\n${host}`) };
}

const follow = followRows<{ index: readonly Indexed[] }>({
  topics: [TOPIC.tenants, TOPIC.monitors],
  start: () => ({ index: [] }),
  async catchUp(db, state, [tenants, monitors]) {
    const of = tenants?.ids && monitors?.ids ? { ids: monitors.ids, tenantIds: tenants.ids } : null;
    const rows: Indexed[] = [];
    for await (const part of readFacts(db, of)) for (const row of part) rows.push(toIndexed(row));
    rows.sort(byName);
    state.index = of === null ? rows : merge(state.index, rows, of);
  },
});

/** All monitors, as fresh as the request. */
const currentIndex = async ({ db, topicVersions }: Ctx): Promise<readonly Indexed[]> =>
  (await follow(db, topicVersions)).index;

/** Replaces the entries of these monitors and tenants; both lists are sorted. */
function merge(
  before: readonly Indexed[],
  rows: readonly Indexed[],
  of: { ids: readonly number[]; tenantIds: readonly number[] },
): Indexed[] {
  const [ids, tenantIds] = [new Set(of.ids), new Set(of.tenantIds)];
  const merged: Indexed[] = [];
  let at = 0;
  for (const one of before) {
    if (ids.has(one.id) || tenantIds.has(one.tenantId)) continue;
    for (let next = rows[at]; next && byName(next, one) < 0; next = rows[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(one);
  }
  for (const rest of rows.slice(at)) merged.push(rest);
  return merged;
}

/** The entries that contain all words, by state. */
async function findByState(ctx: Ctx, index: readonly Indexed[], q: string): Promise<Record<MonitorState, Indexed[]>> {
  const found: Record<MonitorState, Indexed[]> = { down: [], warning: [], up: [], inactive: [], waiting: [] };
  const words = foldName(q.toWellFormed()).split(/\s+/).filter(Boolean);
  const errors = new Map(words.length === 0 ? [] : (await listErrors(ctx.db)).map(({ id, error }) => [id, error]));
  for (const one of index) {
    const error = errors.get(one.id);
    const text = error ? `${one.text}\n${foldName(error)}` : one.text;
    if (words.every((word) => text.includes(word))) found[one.state].push(one);
  }
  return found;
}

type Found = CallResponse<typeof calls.searchMonitors>;

/** A page of the matching monitors, worst first, with their charts. */
export async function searchMonitors(
  ctx: Ctx,
  { query: { q = '', state, from, count } }: CallInput<typeof calls.searchMonitors>,
): Promise<Found> {
  const index = await currentIndex(ctx);
  const byState = await findByState(ctx, index, q);
  const shown = state ? byState[state] : WORST_FIRST.flatMap((one) => byState[one]);
  const readRows = await rowReader(ctx);
  return {
    monitors: await readRows(shown.slice(from, from + count)),
    found: shown.length,
    counts: Object.fromEntries(MONITOR_STATES.map((one) => [one, byState[one].length])) as Found['counts'],
    all: index.length,
    prober: await proberState(ctx),
  };
}

/** The ids of all matching monitors, in no order. */
export async function findMonitorIds(ctx: Ctx, { q, state }: { q: string; state?: MonitorState | undefined }) {
  const byState = await findByState(ctx, await currentIndex(ctx), q);
  return (state ? byState[state] : Object.values(byState).flat()).map(({ id }) => id);
}

/** Monitors per statement, so that other requests run in between. */
const CHUNK = 1_000;

/** All monitors as JSON, and the prober's status. */
export async function listMonitors(ctx: Ctx): Promise<SerializedJson> {
  const index = await currentIndex(ctx);
  const readRows = await rowReader(ctx);
  const parts: string[] = [];
  for (let from = 0; from < index.length; from += CHUNK) {
    const rows = await readRows(index.slice(from, from + CHUNK));
    // Serialized immediately, so that no more than one chunk is held as objects.
    if (rows.length > 0) parts.push(rows.map((row) => JSON.stringify(row)).join(','));
  }
  const prober = JSON.stringify(await proberState(ctx));
  return new SerializedJson(Buffer.from(`{"monitors":[${parts.join(',')}],"prober":${prober}}`));
}

/** Reads monitors with their charts, skipping those removed since the index was read. */
async function rowReader({ db, clock }: Ctx): Promise<(entries: readonly Indexed[]) => Promise<MonitorRow[]>> {
  const now = clock.now();
  const recent = await recentWindows(db, now);
  return async (entries) => {
    if (entries.length === 0) return [];
    const rows = await listShownOf(
      db,
      entries.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.monitor.id, row]));
    return entries.flatMap(({ id }) => {
      const row = byId.get(id);
      return row ? [toRow(row, shortCharts(row, now, recent))] : [];
    });
  };
}
