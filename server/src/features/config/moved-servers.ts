import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { findOwned, listTargets } from './config-owner.ts';
import { listServersOf } from './queries.ts';
import { insertPublication, setServersDiffer } from './queries-publications.ts';
import { listHoldingHosts, lockExisting } from './queries-withdrawals.ts';
import type { ConfigPlace } from './stored-items.ts';
import { FOLLOW_TENANT, type FollowJob } from './withdraw-file.ts';

/** Servers that may have a file of the config and are none of its service any more. */
export async function listLeftHosts(db: Db, place: ConfigPlace, current: readonly { host: string }[]) {
  const now = new Set(current.map(({ host }) => host));
  return [...(await listHoldingHosts(db, place))].filter((host) => !now.has(host)).toSorted();
}

/**
 * A service runs in other environments now, in the same transaction: a config that one of their servers does not have is to be
 * committed again, and is taken off the servers of the earlier ones only then. Where nothing is missing it is taken off at once.
 */
export async function followPlaces(
  ctx: Ctx,
  db: Transaction,
  { tenantId, service }: { tenantId: number; service: string },
  earlier: number[],
): Promise<void> {
  const had = earlier.length === 0 ? [] : (await listServersOf(db, earlier)).map(({ host }) => host);
  for (const { slug } of CONFIG_KINDS.filter((kind) => kind.service === service)) {
    const place = { tenantId, kind: slug };
    const config = await lockExisting(db, place);
    if (!config || config.committedHash === null) continue;
    await noteImported(ctx, db, config, had);
    await settle(ctx, db, place, had);
  }
}

type Config = NonNullable<Awaited<ReturnType<typeof lockExisting>>>;

/** What the inventory brought was written by no publication of ours: its servers are noted before the service leaves them. */
async function noteImported(ctx: Ctx, db: Transaction, config: Config, had: readonly string[]): Promise<void> {
  const { tenantId, kind, committedHash, committedRevision, committedAt, committedBy } = config;
  const known = await listHoldingHosts(db, { tenantId, kind });
  const unknown = had.filter((host) => !known.has(host));
  if (config.serversDiffer || committedHash === null || unknown.length === 0) return;
  const at = committedAt ?? ctx.clock.now();
  await insertPublication(db, {
    id: ctx.random.uuid(),
    tenantId,
    kind,
    revision: committedRevision ?? config.revision,
    hash: committedHash,
    state: 'done',
    requestedBy: committedBy ?? 'The inventory',
    startedAt: at,
    finishedAt: at,
    outcome: unknown.map((host) => ({ host, ok: true })),
  });
}

/** Holds the servers that have a committed config against those of its service now: what a commit began may have changed since. */
export async function settle(ctx: Ctx, db: Transaction, place: ConfigPlace, having: readonly string[]): Promise<void> {
  const owned = await findOwned(db, place);
  if (!owned || owned.deleted) return;
  const current = await listTargets(db, owned);
  if (current.some(({ host }) => !having.includes(host))) return setServersDiffer(db, place);
  if ((await listLeftHosts(db, place, current)).length === 0) return;
  const job: FollowJob = { tenant_id: place.tenantId, kind: place.kind };
  await ctx.jobs.send(db, FOLLOW_TENANT, job, { patient: true });
}
