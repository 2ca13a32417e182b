import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { findOwned } from '../config-owner.ts';
import { listHosts } from '../../../fleet/queries-places.ts';
import { forgetOtherServers, noteMissing } from '../drift/queries-new-servers.ts';
import { pipelined } from '../../../platform/database/transaction.ts';
import { insertPublication, setServersDiffer } from './queries-publications.ts';
import { listHoldingHosts, lockExisting } from './queries-withdrawals.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import { FOLLOW_TENANT, type FollowJob } from './withdraw-file.ts';

/** Servers that may hold a file of a config but no longer belong to its service. @param holding as by `listHoldingHosts` */
export const leftHosts = (holding: ReadonlySet<string>, current: readonly string[]): string[] =>
  [...holding].filter((host) => !current.includes(host)).toSorted();

/**
 * Handles the move of a service to other environments, in the same transaction. A config that is missing on a new server must be
 * committed again, and only then is it withdrawn from the former servers. If it is missing on none, it is withdrawn immediately.
 */
export async function followPlaces(
  ctx: Ctx,
  db: Transaction,
  { tenantId, service }: { tenantId: number; service: string },
  earlier: number[],
): Promise<void> {
  const had = [...(await listHosts(db, earlier)).values()].flat();
  for (const { slug } of CONFIG_KINDS.filter((kind) => kind.service === service)) {
    const place = { tenantId, kind: slug };
    const config = await lockExisting(db, place);
    if (!config || config.committedHash === null) continue;
    await recordImported(ctx, db, config, had);
    await settle(ctx, db, place, { owned: await findOwned(db, place), having: had });
  }
}

type Config = NonNullable<Awaited<ReturnType<typeof lockExisting>>>;

/** Imported configs have no publication; record one, so that their servers are known after the service leaves them. */
async function recordImported(ctx: Ctx, db: Transaction, config: Config, had: readonly string[]): Promise<void> {
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

/** Compares the servers holding a committed config with the service's current ones, which may have changed during a commit. */
export async function settle(
  ctx: Ctx,
  db: Transaction,
  place: ConfigPlace,
  { owned, having }: { owned: Awaited<ReturnType<typeof findOwned>>; having: readonly string[] },
): Promise<void> {
  if (!owned || owned.deleted) return;
  const hosts = owned.targets.map(({ host }) => host);
  const [holding] = await pipelined(listHoldingHosts(db, place), forgetOtherServers(db, place, hosts));
  const missing = hosts.filter((host) => !having.includes(host));
  if (missing.length > 0) {
    // A former server may still have its file, perhaps an older one; the next check finds out.
    await noteMissing(
      db,
      [place],
      missing.filter((host) => !holding.has(host)),
      ctx.clock.now(),
    );
    return setServersDiffer(db, place, true);
  }
  if (leftHosts(holding, hosts).length === 0) return;
  const job: FollowJob = { tenant_id: place.tenantId, kind: place.kind };
  await ctx.jobs.send(db, FOLLOW_TENANT, job, { persistent: true });
}
