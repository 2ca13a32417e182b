import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import type { ConfigKind } from '@mission-control/contract/config/kinds';
import type { ServerOutcome } from '@mission-control/contract/config/schema';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { configTopics, requireConfig, requireKind } from '../config-owner.ts';
import type { PublishResult } from './publish.ts';
import { listItems, listKeys, lockConfig } from '../queries.ts';
import type { configs } from '../tables.ts';
import { endPublication, findRunning, insertPublication, setSavedHash } from './queries-publications.ts';
import { shownHash } from '../file/hashes.ts';
import { readConfigStates } from '../history/queries-states.ts';
import { publishFile } from '../file/render-config.ts';
import { discardAbandoned, runPublication, type PublicationWork } from './run-publication.ts';
import { configRow, openItem, type ConfigPlace } from '../file/stored-items.ts';

/**
 * Publishes the saved config to every server of its service. Idempotent; repeating a failed commit repairs the servers.
 * @throws AppError('refused') if nothing is saved or there is no server, AppError('conflict') while another commit of it runs,
 * AppError('target_failed') naming the failed servers, with all outcomes as details; the config stays uncommitted.
 * @param only the revision to publish: AppError('conflict') if another one is saved
 */
export async function commitConfig(
  ctx: Ctx,
  { params: { id: tenantId, service: slug } }: CallInput<typeof calls.commitConfig>,
  only?: number,
) {
  const kind = requireKind(slug);
  const { work, abandoned } = await begin(ctx, { tenantId, kind: slug }, only);
  // In parallel, so that an unresponsive server costs one timeout only.
  const [result] = await Promise.all([
    runPublication(ctx, work),
    discardAbandoned(ctx, work.targets, work.file.path, abandoned),
  ]);
  if (result.state !== 'done') throw commitFailure(result, work.previous === undefined);
  return {
    type: kind.hashIndex,
    hash: await storedHash(ctx, kind, tenantId, work.publication.hash),
    service: slug,
    revision: work.publication.revision,
    servers: result.servers,
  };
}

/** Stores the publication before the first server is touched (R4). */
async function begin(
  ctx: Ctx,
  place: ConfigPlace,
  only?: number,
): Promise<{ work: PublicationWork; abandoned: string[] }> {
  return inTransaction(
    ctx,
    async ({ db, record }) => {
      const [config, { kind, subject, targets }, running, keys, rows] = await lockConfig(db, place, () => [
        // Under the lock: a withdrawal for a deleted tenant either has not begun or will see this commit.
        requireConfig(db, place.tenantId, place.kind),
        findRunning(db, place),
        listKeys(db, place.kind),
        listItems(db, place),
      ]);
      if (config.revision === 0)
        throw new AppError('refused', `The ${subject} was never saved. Save it before committing.`);
      if (only !== undefined && config.revision !== only) throw savedMeanwhile(config);
      if (targets.length === 0) {
        throw new AppError(
          'refused',
          'There is no server to publish to. Choose a web environment that has servers for the service.',
        );
      }
      const abandoned = await endAbandoned(ctx, db, running);
      const items = rows.map((item) => openItem(ctx.secrets, place, item));
      const file = publishFile(place.tenantId, kind, items, keys);
      if (file.sha256 !== config.hash) await setSavedHash(db, place, file.sha256);
      const now = ctx.clock.now();
      const publication = await insertPublication(db, {
        ...place,
        id: ctx.random.uuid(),
        revision: config.revision,
        hash: file.sha256,
        state: 'running',
        requestedBy: ctx.actor.name,
        startedAt: now,
        owner: ctx.processId,
        outcome: targets.map(({ host }) => ({ host, ok: false })),
      });
      const after = { revision: config.revision, hash: file.sha256, servers: targets.map((target) => target.host) };
      record({
        action: 'config.commit-started',
        subject,
        tenantId: place.tenantId,
        after,
        topics: configTopics(place),
      });
      const previous = config.serversDiffer ? undefined : config.committedHash;
      return { work: { publication, subject, file, targets, previous }, abandoned };
    },
    configRow(place),
  );
}

const savedMeanwhile = ({ savedBy, revision }: Pick<typeof configs.$inferSelect, 'savedBy' | 'revision'>): AppError =>
  new AppError(
    'conflict',
    `${savedBy ?? 'Somebody'} saved revision ${revision} in the meantime. Nothing was committed.`,
  );

/**
 * Ends the running publication of a config, if any, whose process died. Returns the ids of ended publications.
 * @throws AppError('conflict') if the running publication is alive
 */
export async function endAbandoned(
  ctx: Ctx,
  db: Transaction,
  running: Awaited<ReturnType<typeof findRunning>>,
): Promise<string[]> {
  if (!running) return [];
  if (!running.abandoned) {
    const since = `${running.startedAt.toISOString().slice(11, 16)} UTC`;
    throw new AppError(
      'conflict',
      `${running.requestedBy} has been committing this config since ${since}. Try again when the commit has finished.`,
      {
        details: { requested_by: running.requestedBy, started_at: running.startedAt.toISOString() },
      },
    );
  }
  await endPublication(db, running, { state: 'failed', finishedAt: ctx.clock.now() });
  return [running.id];
}

/** @param differed whether the servers were known to have different files before */
function commitFailure({ state, servers, unknown = false }: PublishResult, differed: boolean): AppError {
  if (state === 'lost')
    return new AppError('conflict', 'Another commit of this config has taken over. Reload to see its outcome.');
  const failed = servers.filter((server) => !server.ok);
  const named = failed.map(({ host, error }) => `${host} (${(error ?? 'failed').replace(/\.$/, '')})`).join(', ');
  const untouched = differed
    ? 'No server got the new file; they differ from each other as before.'
    : 'Every server still has its old file.';
  const standing =
    state === 'untouched'
      ? untouched
      : `These servers ${unknown ? 'may ' : ''}differ from the others: ${failed.map((server) => server.host).join(', ')}.`;
  return new AppError('target_failed', `Commit failed on ${named}. ${standing} Try again when they respond.`, {
    details: { state, servers: servers satisfies ServerOutcome[] },
  });
}

/** The new entry of config_hashes; kinds that share an index have a combined hash (C-029). */
async function storedHash(ctx: Ctx, kind: ConfigKind, tenantId: number, hash: string): Promise<string> {
  const { config_hashes: hashes } = await readConfigStates(ctx, tenantId);
  return hashes[kind.hashIndex] ?? shownHash(ctx.secrets, hash);
}
