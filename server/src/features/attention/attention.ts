import type { listAttention as listCall } from '@mission-control/contract/attention/calls';
import { attentionOf, type AttentionFacts } from '@mission-control/contract/attention/rules';
import type { AttentionChoice, AttentionReason } from '@mission-control/contract/attention/schema';
import type { CallResponse } from '@mission-control/contract/call';
import { TOPIC } from '@mission-control/contract/topics';
import type { CachedJson } from '../../platform/calls/handler.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { shared } from '../../platform/database/batched.ts';
import { perDatabase, type Database } from '../../platform/database/database.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { followRows, type Change } from '../../platform/events/follow-rows.ts';
import { listTenantsDown, listTenantsOf } from '../monitors/public.ts';
import { AttentionIndex, minuteOf } from './attention-index.ts';
import { readFacts } from './queries.ts';

/** Tenants whose reasons must be recomputed. */
interface PendingTenants {
  ids: Set<number>;
  /** All of them, including new ones. */
  all: boolean;
  /** Tenants whose reasons changed through time or a maintenance window, which announces nothing. */
  unannounced: Set<number>;
}

const nothing = (): PendingTenants => ({ ids: new Set(), all: false, unannounced: new Set() });

const follow = followRows<PendingTenants>({
  topics: [TOPIC.tenants, TOPIC.attention, TOPIC.monitors, TOPIC.windows],
  start: nothing,
  async catchUp(db, state, changes) {
    const windows = changes[3];
    const inWindows = windows && windows.version !== windows.before ? await listTenantsDown(db) : [];
    const ids = await changedTenants(db, changes);
    if (ids === null) state.all = true;
    else addAll(state.ids, ids);
    addAll(state.ids, inWindows);
    addAll(state.unannounced, inWindows);
  },
});

function addAll(ids: Set<number>, more: Iterable<number>): void {
  for (const id of more) ids.add(id);
}

/** Ids of the tenants that changed; null: all. */
async function changedTenants(db: Database, changes: readonly Change[]): Promise<number[] | null> {
  const [tenants, attention, monitors] = changes.map(({ ids }) => ids);
  if (!tenants || !attention || !monitors) return null;
  const sites = monitors.length === 0 ? [] : await listTenantsOf(db, monitors);
  return [...tenants, ...attention, ...sites];
}

interface CachedIndex {
  index: AttentionIndex;
  /** Tenants whose reasons changed through time or a maintenance window and are not announced yet. */
  unannounced: Set<number>;
}

type Request = Pick<Ctx, 'db' | 'clock' | 'topicVersions'>;

/** The index, as fresh as the request requires, with the reasons of this minute. Concurrent requests share one update. */
const indexReader = perDatabase(() => {
  const cached: CachedIndex = { index: new AttentionIndex(), unannounced: new Set() };
  return shared(async (requests: Request[]) => {
    await refreshIndex(requests.reduce(newest), cached);
    return cached;
  });
});

const currentIndex = (request: Request): Promise<CachedIndex> => indexReader(request.db)(request);

/**
 * Combines two requests: the newer of each version. If either has no versions, the result has none, and they are read from the database.
 */
function newest(one: Request, { topicVersions, ...other }: Request): Request {
  const seen = one.topicVersions;
  if (!seen || !topicVersions) return other;
  const versions: Record<string, number> = { ...seen };
  for (const [topic, version] of Object.entries(topicVersions)) versions[topic] = Math.max(version, seen[topic] ?? 0);
  return { ...other, topicVersions: versions };
}

async function refreshIndex({ db, clock, topicVersions }: Request, { index, unannounced }: CachedIndex): Promise<void> {
  const pending = await follow(db, topicVersions);
  const minute = minuteOf(clock.now());
  // Their facts are read again, because reports that change only their time are not announced.
  const due = index.dueAt(minute).filter((id) => !pending.all && !pending.ids.has(id));
  addAll(pending.ids, due);
  addAll(pending.unannounced, due);
  const ids = pending.all ? null : [...pending.ids];
  const changed = await index.update(ids, readFacts(db, ids), minute);
  for (const id of changed) if (pending.unannounced.has(id)) unannounced.add(id);
  Object.assign(pending, nothing());
}

/** The number of tenants that need attention, and with a reason the tenants themselves. */
export async function listAttention(ctx: Ctx, reason: AttentionChoice | undefined): Promise<CachedJson> {
  return (await currentIndex(ctx)).index.response(reason);
}

/** The same numbers, and those of the given tenants that need attention. */
export async function listAttentionOf(ctx: Ctx, tenants: readonly number[]): Promise<CallResponse<typeof listCall>> {
  const { index } = await currentIndex(ctx);
  return { ...index.numbers(), tenants: index.needing(tenants) };
}

interface TenantReasons {
  tenant: { id: number; name: string };
  reasons: AttentionReason[];
}

/** The reasons of one kind of all tenants that have some. @param among ids of tenants; null: all */
export async function listReasons(
  ctx: Request,
  kind: AttentionReason['kind'],
  among: readonly number[] | null,
): Promise<TenantReasons[]> {
  const { index } = await currentIndex(ctx);
  return index.needing(among).flatMap(({ id, tenant_name: name, reasons }) => {
    const ofKind = reasons.filter((reason) => reason.kind === kind);
    return ofKind.length === 0 ? [] : [{ tenant: { id, name }, reasons: ofKind }];
  });
}

/** Why a tenant needs attention, in this minute. */
export const reasonsOf = (facts: AttentionFacts, now: Date): AttentionReason[] =>
  attentionOf(facts, minuteOf(now) * MINUTE_MS).reasons;

/** Announces reasons that began or ended merely because time passed. */
export async function announceDue(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'attention');
  const { unannounced } = await currentIndex(ctx);
  const ids = [...unannounced];
  if (ids.length === 0) return;
  unannounced.clear();
  try {
    await inUnauditedTransaction(ctx, async ({ changed }) => changed(TOPIC.attention, ...ids.map(TOPIC.tenant)));
  } catch (error) {
    addAll(unannounced, ids);
    throw error;
  }
}
