import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { systemCtx, type Ctx, type Services } from '../../../platform/context.ts';
import type { Db, Transaction } from '../../../platform/database/database.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PublishTarget } from '../../../ports/config-publishing/port.ts';
import { endAbandoned } from './commit-config.ts';
import { findOwned, type OwnedConfig } from '../config-owner.ts';
import { leftHosts } from './moved-servers.ts';
import { findRunning, insertPublication, setSavedHash } from './queries-publications.ts';
import { listKindsOf, setUnpublished } from '../history/queries-states.ts';
import { insertWithdrawal, isWithdrawn, listHoldingHosts, listWrittenHosts } from './queries-withdrawals.ts';
import { listKeys, lockConfig } from '../queries.ts';
import { publishedPath, publishFile } from '../file/render-config.ts';
import { itemsAt } from '../history/revision-state.ts';
import { discardAbandoned, runPublication, type PublicationWork } from './run-publication.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import { FOLLOW_TENANT, withdrawFile, type WithdrawalWork } from './withdraw-file.ts';

/** Immediate retries while the tenant is deleted or restored concurrently. */
const MAX_ROUNDS = 5;

/** Queues the withdrawal of the tenant's published configs. Call it in the transaction that deletes the tenant. */
export function withdrawPublished(ctx: Ctx, db: Transaction, tenantId: number): Promise<void> {
  return ctx.jobs.send(db, FOLLOW_TENANT, { tenant_id: tenantId }, { persistent: true });
}

/**
 * Queues publishing the tenant's configs again as they were committed. Call it in the transaction that restores the tenant. Until
 * then no config counts as committed; settings saved after the commit stay uncommitted.
 */
export async function republish(ctx: Ctx, db: Transaction, tenantId: number): Promise<void> {
  await setUnpublished(db, tenantId);
  await ctx.jobs.send(db, FOLLOW_TENANT, { tenant_id: tenantId }, { persistent: true });
}

/**
 * Brings the published configs of a tenant, or of one kind, in line with the database: none while the tenant is deleted, none on
 * servers that its service has left. Configs are handled one by one, and never concurrently with a commit.
 * @throws AppError('target_failed') if a config failed, so that the job is retried
 */
export async function followTenant(services: Services, tenantId: number, only?: ConfigKindSlug): Promise<void> {
  const ctx = systemCtx(services, 'config');
  const failed: string[] = [];
  for (const kind of only ? [only] : await listKindsOf(ctx.db, tenantId)) {
    try {
      await follow(ctx, { tenantId, kind }, { publish: !only });
    } catch (error) {
      ctx.log.warn({ tenantId, kind, err: error }, 'failed to bring published files in line with their tenant');
      failed.push(`${kind}: ${error instanceof AppError ? error.message : 'failed'}`);
    }
  }
  if (failed.length > 0) throw new AppError('target_failed', `Tenant ${tenantId}: ${failed.join(' ')}`);
}

async function follow(ctx: Ctx, place: ConfigPlace, may: { publish: boolean }): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const plan = await inUnauditedTransaction(ctx, ({ db }) => begin(ctx, db, place, may));
    if (!plan) return;
    const { work, path, abandoned } = plan;
    const ending = 'file' in work ? publishAgain(ctx, work) : withdrawFile(ctx, work);
    await Promise.all([ending, discardAbandoned(ctx, work.targets, path, abandoned)]);
    // A concurrent delete or restore has sent a job as well, but it may have been dropped while this one was running.
    if ((await findOwned(ctx.db, place))?.deleted === plan.deleted) return;
  }
  throw new AppError('conflict', 'The tenant was deleted and restored repeatedly.');
}

interface Plan {
  work: PublicationWork | WithdrawalWork;
  path: string;
  deleted: boolean;
  abandoned: string[];
}

/** Plans the work under the config lock and registers it as the running publication; null if there is nothing to do. */
async function begin(ctx: Ctx, db: Transaction, place: ConfigPlace, may: { publish: boolean }): Promise<Plan | null> {
  const [config, owned] = await lockConfig(db, place, () => [findOwned(db, place)]);
  const goal = owned && goalOf(config, owned);
  // A job for a single kind never publishes.
  if (!owned || !goal || (goal === 'publish' && !may.publish)) return null;
  const targets = await TARGETS[goal](db, place, owned.targets);
  const running = await findRunning(db, place);
  // A withdrawal without a target is stored, too, but only once: from then on the config is on no server.
  if (targets.length === 0 && (goal !== 'withdraw' || (await isWithdrawn(db, config)))) {
    if (goal === 'reclaim' && running) throw new AppError('conflict', 'Its first commit has not ended yet.');
    return null;
  }
  const abandoned = await endAbandoned(ctx, db, running);
  const revision = goal === 'publish' ? (config.committedRevision ?? config.revision) : config.revision;
  const file = goal === 'publish' ? await render(ctx, db, owned, { number: revision, saved: config.revision }) : null;
  if (file && revision === config.revision && file.sha256 !== config.hash) await setSavedHash(db, place, file.sha256);
  const facts = { id: ctx.random.uuid(), revision, startedAt: ctx.clock.now(), owner: ctx.processId };
  const publication = file
    ? await insertPublication(db, {
        ...place,
        ...facts,
        hash: file.sha256,
        state: 'running',
        requestedBy: config.committedBy ?? 'The console',
        outcome: targets.map(({ host }) => ({ host, ok: false })),
      })
    : await insertWithdrawal(db, place, targets, { ...facts, everywhere: goal !== 'tidy' });
  const path = publishedPath(place.tenantId, owned.kind);
  const both = { publication, subject: owned.subject, targets };
  return {
    work: file ? { ...both, file, previous: undefined, again: true } : { ...both, path },
    path,
    deleted: owned.deleted,
    abandoned,
  };
}

/**
 * `withdraw`: from every server; `reclaim`: from those that a commit has published to or a withdrawal has failed on; `tidy`: from former
 * servers.
 */
type Goal = 'publish' | 'withdraw' | 'reclaim' | 'tidy';

/** Target servers for each goal, from the service's current and former servers. */
const TARGETS: Record<Goal, (db: Db, place: ConfigPlace, current: PublishTarget[]) => Promise<PublishTarget[]>> = {
  publish: (_db, _place, current) => Promise.resolve(current),
  withdraw: async (db, place, current) => {
    const hosts = [...current.map(({ host }) => host), ...(await listWrittenHosts(db, place))];
    return [...new Set(hosts)].map((host) => ({ host }));
  },
  reclaim: async (db, place) => [...(await listHoldingHosts(db, place, ['done']))].map((host) => ({ host })),
  tidy: async (db, place, current) => {
    const hosts = current.map(({ host }) => host);
    return leftHosts(await listHoldingHosts(db, place), hosts).map((host) => ({ host }));
  },
};

type Config = Awaited<ReturnType<typeof lockConfig>>[0];

function goalOf(config: Config, { deleted }: { deleted: boolean }): Goal | null {
  const { committedHash, serversDiffer } = config;
  // Its servers may hold files from before the console, which only a person may replace or remove (0099).
  if (committedHash === null && !serversDiffer) return 'reclaim';
  if (deleted) return 'withdraw';
  // Differing servers mean that a commit has started since; do not undo it.
  if (committedHash === null) return null;
  return serversDiffer ? 'publish' : 'tidy';
}

/** Renders the committed revision; later saves stay uncommitted. */
async function render(ctx: Ctx, db: Transaction, owned: OwnedConfig, at: { number: number; saved: number }) {
  const { place, kind } = owned;
  const keys = await listKeys(db, place.kind);
  const items = await itemsAt(db, ctx.secrets, place, at);
  return publishFile(place.tenantId, kind, items.values(), keys);
}

async function publishAgain(ctx: Ctx, work: PublicationWork): Promise<void> {
  const { state, servers } = await runPublication(ctx, work);
  if (state === 'done') return;
  if (state === 'lost')
    throw new AppError('conflict', `Another process has taken over publishing the ${work.subject}.`);
  const hosts = servers.filter((server) => !server.ok).map((server) => server.host);
  throw new AppError('target_failed', `Not published again on ${hosts.join(', ')}.`);
}
