import type { Buffer } from 'node:buffer';
import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import type { Ctx } from '../../../platform/context.ts';
import { inTransaction, type Work } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { configTopics, requireConfig, type OwnedConfig } from '../config-owner.ts';
import { configRow } from '../file/stored-items.ts';
import { planChanges } from '../history/save-diff.ts';
import { restoreIfDifferentIn } from '../history/restore-revision.ts';
import {
  findCommitted,
  findRunning,
  setCommittedFacts,
  setTakenOver,
  type CommittedFacts,
} from '../publish/queries-publications.ts';
import { lockWithItems, storeChanges } from '../store-changes.ts';
import { driftAfter, isAllRead } from './check-drift-note.ts';
import { foundFiles, readBack, type Check, type Reading } from './check-drift-read.ts';
import { withDifferences } from './differences.ts';
import { diffOfFile } from './file-items.ts';
import { listDriftsOf, replaceDrifts } from './queries-drift.ts';
import { setAllRead } from './queries-looks.ts';

type Input = CallInput<typeof calls.takeOverConfig>;

/** The file to take over, and the reading of each server. */
export interface ChosenFile {
  host: string;
  content: Buffer;
  hash: string;
  hosts: string[];
  readings: Reading[];
}

/**
 * Stores the settings of the servers' file as the next revision, which then counts as committed. Servers are only read;
 * their files are unchanged until the next commit.
 * @throws AppError('refused') if there is no readable file, or if servers have different ones and no host is chosen;
 * AppError('conflict') if something was saved or is being committed meanwhile, or a commit would change what the file means and
 * `accept_losses` is not set; AppError('role_denied') for code blocks, below release manager
 */
export async function takeOverConfig(
  ctx: Ctx,
  { params, body }: Input,
): Promise<CallResponse<typeof calls.takeOverConfig>> {
  const owned = await requireConfig(ctx.db, params.id, params.service);
  const chosen = await chooseFile(ctx, owned, body.host);
  const { before: _before, ...answer } = await inTransaction(
    ctx,
    (work) => takeOverIn(ctx, work, { owned, chosen, body }),
    configRow(owned.place),
  );
  return answer;
}

async function chooseFile(ctx: Ctx, owned: OwnedConfig, wanted: string | undefined): Promise<ChosenFile> {
  const check = { ...owned.place, committedHash: null };
  const readings = await Promise.all(owned.targets.map(({ host }) => readBack(ctx, check, host)));
  const files = foundFiles(readings);
  const [first] = wanted === undefined ? files : files.filter(({ host }) => host === wanted);
  if (!first) throw noFile(owned, readings, wanted);
  const others = files.filter(({ hash }) => hash !== first.hash).map(({ host }) => host);
  if (wanted === undefined && others.length > 0) {
    const hosts = files.map(({ host }) => host).toSorted();
    throw new AppError('refused', `The servers hold different files. Choose one of ${hosts.join(', ')}.`, {
      details: { hosts },
    });
  }
  const hosts = files.filter(({ hash }) => hash === first.hash).map(({ host }) => host);
  return { ...first, hosts: hosts.toSorted(), readings };
}

function noFile({ subject }: OwnedConfig, readings: readonly Reading[], wanted: string | undefined): AppError {
  const unreadable = readings.find((reading) => 'error' in reading);
  if (unreadable && 'error' in unreadable)
    return new AppError('target_failed', `The file could not be read: ${unreadable.host}, ${unreadable.error}`);
  const where = wanted === undefined ? 'No server has' : `${wanted} does not have`;
  return new AppError('refused', `${where} a file of the ${subject}. There is nothing to take over.`);
}

/** Takes over within a transaction. Also returns what previously counted as committed. @throws as `takeOverConfig` */
export async function takeOverIn(
  ctx: Ctx,
  work: Work,
  { owned, chosen, body }: { owned: OwnedConfig; chosen: ChosenFile; body: Omit<Input['body'], 'host'> },
): Promise<CallResponse<typeof calls.takeOverConfig> & { before: CommittedFacts }> {
  const { place, subject } = owned;
  const config = await lockWithItems(ctx, work.db, place);
  const before = await findCommitted(work.db, place);
  if (config.revision !== body.base_revision) {
    throw new AppError(
      'conflict',
      `${config.savedBy ?? 'Somebody else'} saved revision ${config.revision} in the meantime.`,
    );
  }
  if (await findRunning(work.db, place)) {
    throw new AppError('conflict', 'The config is being committed. Take it over again when the commit has finished.');
  }
  const saved = { format: owned.kind.format, items: config.items, keys: config.keys };
  const { diff, losses } = diffOfFile(chosen.content, saved);
  if (losses.length > 0 && !body.accept_losses) {
    const message = `The next commit would change what this file means. ${losses[0]}`;
    throw new AppError('conflict', message, { details: { losses } });
  }
  const { changes } = planChanges(diff, config);
  const facts = { host: chosen.host, hosts: chosen.hosts, ...(losses.length > 0 && { losses }) };
  const revision =
    changes.length === 0 && config.revision > 0
      ? config.revision
      : await storeChanges(ctx, work, config, { changes, action: 'config.taken-over', facts });
  if (revision === config.revision) {
    const after = { revision, ...facts };
    work.record({ action: 'config.taken-over', subject, tenantId: place.tenantId, after, topics: configTopics(place) });
  }
  const now = ctx.clock.now();
  await setTakenOver(work.db, place, { revision, hash: chosen.hash, at: now, by: ctx.actor.name });
  const hosts = chosen.readings.map(({ host }) => host).toSorted();
  const check = { ...place, committedHash: chosen.hash, committedAt: now, hosts };
  await followReadings(ctx, work.db, check, chosen.readings);
  return { revision, hosts: chosen.hosts, losses, before };
}

/** Stores the drift of the servers relative to the newly committed file. */
async function followReadings(ctx: Ctx, db: Work['db'], check: Check, readings: readonly Reading[]): Promise<void> {
  // The known differences are relative to the previous file.
  const known = (await listDriftsOf(db, check)).map((row) => ({ ...row, differences: null }));
  const after = driftAfter(check, readings, known, ctx.clock.now());
  await replaceDrifts(db, check, await withDifferences(ctx, db, check, after, readings));
  await setAllRead(db, [{ ...check, allRead: isAllRead(check, readings) }]);
}

interface Back {
  owned: OwnedConfig;
  /** The revision to restore, and the one that must be saved. */
  number: number;
  base: number;
  /** What counts as committed now, and what did before. */
  from: CommittedFacts;
  to: CommittedFacts;
  /** Current readings of the servers. */
  readings: readonly Reading[];
}

/**
 * Undoes a take-over within a transaction: restores the previous settings and what counted as committed before. Returns the
 * saved revision. @throws AppError('conflict') if something was saved or committed since
 */
export async function giveBackIn(ctx: Ctx, work: Work, back: Back): Promise<number> {
  const { owned, number, base, from, to, readings } = back;
  const { place, subject } = owned;
  const config = await lockWithItems(ctx, work.db, place);
  const now = await findCommitted(work.db, place);
  if (config.revision !== base || now.committedHash !== from.committedHash || (await findRunning(work.db, place)))
    throw new AppError('conflict', `${config.savedBy ?? 'Somebody'} saved or committed it since.`);
  // Nothing differs if the file matched the saved settings.
  const revision = await restoreIfDifferentIn(ctx, work, place, { number, base });
  await setCommittedFacts(work.db, place, to);
  const committedAt = to.committedAt === null ? null : new Date(to.committedAt);
  const check = { ...place, committedHash: to.committedHash, committedAt, hosts: readings.map(({ host }) => host) };
  await followReadings(ctx, work.db, check, readings);
  const after = { revision, committed_revision: to.committedRevision };
  const topics = configTopics(place);
  work.record({ action: 'config.take-over-undone', subject, tenantId: place.tenantId, after, topics });
  return revision;
}
