import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../../platform/context.ts';
import { inTransaction, inUnauditedTransaction, type Work } from '../../../platform/database/transaction.ts';
import type { Check, Reading } from './check-drift-read.ts';
import { configTopics, findOwned } from '../config-owner.ts';
import { lacksDifferences, withDifferences } from './differences.ts';
import { listDriftsOf, replaceDrifts, type DriftRow } from './queries-drift.ts';
import { setAllRead } from './queries-looks.ts';
import { findRunning } from '../publish/queries-publications.ts';
import { lockExisting } from '../publish/queries-withdrawals.ts';

/** The config was committed, withdrawn or deleted, or its drift stored by another process, while its servers were read. */
class Outdated extends Error {}

/**
 * The drift of a config given new readings. An unreadable server keeps its known drift; a server that the config is no longer
 * published to is dropped.
 */
export function driftAfter(
  check: Check,
  readings: readonly Reading[],
  known: readonly DriftRow[],
  now: Date,
): DriftRow[] {
  const before = new Map(known.map((row) => [row.host, row]));
  const read = new Map(readings.map((reading) => [reading.host, reading]));
  return check.hosts.flatMap((host): DriftRow[] => {
    const reading = read.get(host);
    const row = before.get(host);
    if (!reading || 'error' in reading) return row ? [row] : [];
    if (reading.hash === check.committedHash) return [];
    const { hash } = reading;
    const [isNew, foundAt] = [row?.isNew ?? false, row?.foundAt ?? now];
    const differences = row?.hash === hash ? row.differences : null;
    return [{ tenantId: check.tenantId, kind: check.kind, host, hash, isNew, foundAt, differences }];
  });
}

/** Hosts whose drift is new or different, and hosts whose drift is gone. */
function changesOf(known: readonly DriftRow[], next: readonly DriftRow[]): { found: string[]; gone: string[] } {
  const before = new Map(known.map(({ host, hash }) => [host, hash]));
  const after = new Set(next.map(({ host }) => host));
  const found = next.filter(({ host, hash }) => before.get(host) !== hash);
  return { found: found.map(({ host }) => host), gone: [...before.keys()].filter((host) => !after.has(host)) };
}

/**
 * Stores changes in the drift of a config. Readings are dropped if the config was committed while they were taken. Returns
 * whether anything was stored.
 */
export async function noteDrift(
  ctx: Ctx,
  check: Check,
  readings: readonly Reading[],
  known: readonly DriftRow[],
): Promise<boolean> {
  const next = driftAfter(check, readings, known, ctx.clock.now());
  const { found, gone } = changesOf(known, next);
  const isNews = found.length + gone.length > 0;
  if (!isNews && !lacksDifferences(check, next, readings)) return false;
  try {
    if (isNews) await inTransaction(ctx, (work) => store(ctx, work, check, readings, true));
    else
      await inUnauditedTransaction(ctx, async ({ db, changed }) => {
        await store(ctx, { db, record: () => undefined }, check, readings, false);
        changed(...configTopics(check));
      });
    return isNews;
  } catch (error) {
    if (error instanceof Outdated) return false;
    throw error;
  }
}

async function store(
  ctx: Ctx,
  { db, record }: Work,
  check: Check,
  readings: readonly Reading[],
  isNews: boolean,
): Promise<void> {
  const config = await lockExisting(db, check);
  const owned = await findOwned(db, check);
  const same =
    (config?.committedHash ?? null) === check.committedHash &&
    config?.committedAt?.getTime() === check.committedAt?.getTime() &&
    config?.serversDiffer !== true;
  if (!same || !owned || owned.deleted || (await findRunning(db, check))) throw new Outdated();
  const known = await listDriftsOf(db, check);
  const next = driftAfter(check, readings, known, ctx.clock.now());
  const { found, gone } = changesOf(known, next);
  const isStillNews = found.length + gone.length > 0;
  if (isStillNews !== isNews || !(isNews || lacksDifferences(check, next, readings))) throw new Outdated();
  await replaceDrifts(db, check, await withDifferences(ctx, db, check, next, readings));
  const base = { subject: owned.subject, tenantId: check.tenantId, topics: configTopics(check) };
  // Never committed: the files predate the console or were written by somebody else.
  const noun = check.committedHash === null ? 'file' : 'drift';
  const committed = { committed_hash: check.committedHash, committed_revision: config?.committedRevision };
  if (found.length > 0) record({ ...base, action: `config.${noun}-found`, after: { ...committed, hosts: found } });
  if (gone.length > 0) record({ ...base, action: `config.${noun}-gone`, after: { ...committed, hosts: gone } });
}

/** Whether every server of the config could be read. */
export const isAllRead = ({ hosts }: Check, readings: readonly Reading[]): boolean =>
  hosts.every((host) => readings.some((reading) => reading.host === host && !('error' in reading)));

/** Stores which configs have a server that could not be read, so that they do not count as committed. */
export async function noteAnswers(ctx: Ctx, readings: ReadonlyMap<Check, readonly Reading[]>): Promise<void> {
  const read = [...readings].map(([check, ofCheck]) => ({ ...check, allRead: isAllRead(check, ofCheck) }));
  await inUnauditedTransaction(ctx, async ({ db, changed }) => {
    if (await setAllRead(db, read)) changed(TOPIC.drift);
  });
}
