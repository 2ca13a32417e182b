import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { PublishTarget } from '../../ports/config-publishing/port.ts';
import { endAbandoned } from './commit-config.ts';
import { findOwned, listTargets, type OwnedConfig } from './config-owner.ts';
import { listKeys, lockConfig } from './queries.ts';
import { listKindsOf, setUnpublished } from './queries-follow.ts';
import { insertPublication, setSavedHash, WITHDRAWAL } from './queries-publications.ts';
import { listWrittenHosts } from './queries-withdrawals.ts';
import { listLeftHosts } from './moved-servers.ts';
import { publishedPath, publishFile } from './render-config.ts';
import { discardAbandoned, runPublication, type PublicationWork } from './run-publication.ts';
import { itemsAt } from './revision-state.ts';
import type { ConfigPlace } from './stored-items.ts';
import { FOLLOW_TENANT, withdrawFile, type WithdrawalWork } from './withdraw-file.ts';

/** How often a tenant that is deleted or restored while its files follow is followed again at once. */
const ROUNDS = 5;

/** Queues the withdrawal of the tenant's published configs, in the transaction that deletes the tenant. */
export function withdrawPublished(ctx: Ctx, db: Transaction, tenantId: number): Promise<void> {
  return ctx.jobs.send(db, FOLLOW_TENANT, { tenant_id: tenantId }, { patient: true });
}

/**
 * Queues that the configs are published again as they were committed, in the transaction that restores the tenant. Until that is
 * done no config counts as committed; what was saved since its commit waits for one, as before.
 */
export async function republish(ctx: Ctx, db: Transaction, tenantId: number): Promise<void> {
  await setUnpublished(db, tenantId);
  await ctx.jobs.send(db, FOLLOW_TENANT, { tenant_id: tenantId }, { patient: true });
}

/**
 * Brings the published configs of a tenant, or the one of a kind, to what the database says of the tenant now: none while it is
 * deleted, and none on servers that its service has left. Each config by itself, and never at the same time as a commit of it.
 * @throws AppError('target_failed') when a config could not follow, so that the job is tried again
 */
export async function followTenant(services: Services, tenantId: number, only?: ConfigKindSlug): Promise<void> {
  const ctx = systemCtx(services, 'config');
  const failed: string[] = [];
  for (const kind of only ? [only] : await listKindsOf(ctx.db, tenantId)) {
    try {
      await follow(ctx, { tenantId, kind }, { publish: !only });
    } catch (error) {
      ctx.log.warn({ tenantId, kind, err: error }, 'published files do not follow their tenant yet');
      failed.push(`${kind}: ${error instanceof AppError ? error.message : 'failed'}`);
    }
  }
  if (failed.length > 0) throw new AppError('target_failed', `Tenant ${tenantId}: ${failed.join(' ')}`);
}

async function follow(ctx: Ctx, place: ConfigPlace, may: { publish: boolean }): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const plan = await ctx.db.transaction((db) => begin(ctx, db, place, may));
    if (!plan) return;
    const { work, path, abandoned } = plan;
    const ending = 'file' in work ? publishAgain(ctx, work) : withdrawFile(ctx, work);
    await Promise.all([ending, discardAbandoned(ctx, work.targets, path, abandoned)]);
    // Whoever deleted or restored the tenant meanwhile has sent a job too, but may have found this one running.
    if ((await findOwned(ctx.db, place))?.deleted === plan.deleted) return;
  }
  throw new AppError('conflict', 'The tenant was deleted and restored again and again.');
}

interface Plan {
  work: PublicationWork | WithdrawalWork;
  path: string;
  deleted: boolean;
  abandoned: string[];
}

/** Decides under the lock of the config and takes the place of its one running publication; null when nothing is to be done. */
async function begin(ctx: Ctx, db: Transaction, place: ConfigPlace, may: { publish: boolean }): Promise<Plan | null> {
  const config = await lockConfig(db, place);
  const owned = await findOwned(db, place);
  const wish = owned && wishOf(config, owned);
  // What only one config is looked at for is never to publish it.
  if (!owned || !wish || (wish === 'publish' && !may.publish)) return null;
  const current = await listTargets(db, owned);
  const targets = await TARGETS[wish](db, place, current);
  if (targets.length === 0) return null;
  const abandoned = await endAbandoned(ctx, db, place);
  const revision = wish === 'publish' ? (config.committedRevision ?? config.revision) : config.revision;
  const file = wish === 'publish' ? await render(ctx, db, owned, { number: revision, saved: config.revision }) : null;
  if (file && revision === config.revision && file.sha256 !== config.hash) await setSavedHash(db, place, file.sha256);
  const now = ctx.clock.now();
  const publication = await insertPublication(db, {
    ...place,
    id: ctx.random.uuid(),
    revision,
    hash: file?.sha256 ?? WITHDRAWAL,
    state: 'running',
    requestedBy: (file && config.committedBy) ?? 'The console',
    startedAt: now,
    owner: ctx.processId,
  });
  const path = publishedPath(place.tenantId, owned.kind);
  const both = { publication, subject: owned.subject, targets };
  return {
    work: file ? { ...both, file, previous: undefined, again: true } : { ...both, path },
    path,
    deleted: owned.deleted,
    abandoned,
  };
}

type Wish = 'publish' | 'withdraw' | 'tidy';

/** The servers that a wish concerns, of those that the service has now and those that it had. */
const TARGETS: Record<Wish, (db: Db, place: ConfigPlace, current: PublishTarget[]) => Promise<PublishTarget[]>> = {
  publish: (_db, _place, current) => Promise.resolve(current),
  withdraw: async (db, place, current) => {
    const hosts = [...current.map(({ host }) => host), ...(await listWrittenHosts(db, place))];
    return [...new Set(hosts)].map((host) => ({ host }));
  },
  tidy: async (db, place, current) => (await listLeftHosts(db, place, current)).map((host) => ({ host })),
};

type Config = Awaited<ReturnType<typeof lockConfig>>;

function wishOf(config: Config, { deleted }: { deleted: boolean }): Wish | null {
  if (deleted) return 'withdraw';
  if (config.committedHash === null) {
    // With servers that differ somebody has begun a commit since, which is not to be undone.
    return config.serversDiffer ? null : 'withdraw';
  }
  return config.serversDiffer ? 'publish' : 'tidy';
}

/** The config as it was committed: whoever has saved since decides when that is committed. */
async function render(ctx: Ctx, db: Transaction, owned: OwnedConfig, at: { number: number; saved: number }) {
  const { place, kind } = owned;
  const keys = await listKeys(db, place.kind);
  const items = await itemsAt(db, ctx.secrets, place, at);
  return publishFile(place.tenantId, kind, items.values(), keys);
}

async function publishAgain(ctx: Ctx, work: PublicationWork): Promise<void> {
  const { state, servers } = await runPublication(ctx, work);
  if (state === 'done') return;
  const hosts = servers.filter((server) => !server.ok).map((server) => server.host);
  throw new AppError('target_failed', `Not published again on ${hosts.join(', ')}.`);
}
