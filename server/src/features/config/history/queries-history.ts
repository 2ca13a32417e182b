import { and, asc, desc, eq, gt, gte, lt, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import { ofConfig } from '../queries.ts';
import { configChanges, configRevisions, configs, publications, type StoredItem } from '../tables.ts';
import { WITHDRAWAL } from '../publish/queries-publications.ts';

/** Net effect of several revisions on one setting; secrets are ciphertext. */
export interface NetChange {
  key: string;
  before: StoredItem | null;
  after: StoredItem | null;
}

/** The state of each key touched by the revisions in (`from`, `to`], before and after them, sorted by key. Both states may be equal. */
export function listNetChanges(db: Db, place: ConfigPlace, from: number, to: number): Promise<NetChange[]> {
  const { before, after, revision, key } = configChanges;
  return db
    .select({
      key,
      before: sql<StoredItem | null>`(array_agg(${before} order by ${revision}))[1]`.mapWith(before),
      after: sql<StoredItem | null>`(array_agg(${after} order by ${revision} desc))[1]`.mapWith(after),
    })
    .from(configChanges)
    .where(and(ofConfig(configChanges, place), gt(revision, from), lte(revision, to)))
    .groupBy(key)
    .orderBy(asc(key));
}

/** The newest revisions with their changes, below `before` if given. */
export async function listRevisionRows(db: Db, place: ConfigPlace, limit: number, before?: number) {
  const revisions = await db
    .select()
    .from(configRevisions)
    .where(and(ofConfig(configRevisions, place), before === undefined ? undefined : lt(configRevisions.number, before)))
    .orderBy(desc(configRevisions.number))
    .limit(limit);
  const [newest, oldest] = [revisions[0]?.number, revisions.at(-1)?.number];
  if (newest === undefined || oldest === undefined) return [];
  const changes = await db
    .select()
    .from(configChanges)
    .where(
      and(ofConfig(configChanges, place), gte(configChanges.revision, oldest), lte(configChanges.revision, newest)),
    )
    .orderBy(asc(configChanges.key));
  const byRevision = Map.groupBy(changes, (change) => change.revision);
  return revisions.map((revision) => ({ ...revision, changes: byRevision.get(revision.number) ?? [] }));
}

interface RevisionFacts {
  number: number;
  by: string;
  at: Date;
}

/** The saved revision as of a time. */
export async function findSavedAt(db: Db, place: ConfigPlace, at: Date): Promise<RevisionFacts | undefined> {
  const { number, author } = configRevisions;
  const [found] = await db
    .select({ number, by: author, at: configRevisions.at })
    .from(configRevisions)
    .where(and(ofConfig(configRevisions, place), lte(configRevisions.at, at)))
    .orderBy(desc(number))
    .limit(1);
  return found;
}

/**
 * The revision whose file the servers had at a time: the last one committed, taken over or imported until then, unless it was withdrawn
 * from all of them. A withdrawal from former servers only does not count.
 */
export async function findCommittedAt(db: Db, place: ConfigPlace, at: Date): Promise<RevisionFacts | undefined> {
  const { revision, requestedBy, finishedAt, state, hash, outcome, everywhere } = publications;
  const isDone = and(ofConfig(publications, place), eq(state, 'done'), lte(finishedAt, at));
  const [last] = await db
    .select({ number: revision, by: requestedBy, at: finishedAt, outcome })
    .from(publications)
    .where(and(isDone, ne(hash, WITHDRAWAL)))
    .orderBy(desc(finishedAt))
    .limit(1);
  const [config] = await db
    .select({ number: configs.committedRevision, by: configs.committedBy, at: configs.committedAt })
    .from(configs)
    .where(and(ofConfig(configs, place), lte(configs.committedAt, at)));
  const found =
    config?.number && config.at && config.by !== null && (!last?.at || config.at > last.at)
      ? { number: config.number, by: config.by, at: config.at, outcome: undefined }
      : last;
  if (!found?.at) return undefined;
  const withdrawals = await db
    .select({ outcome, everywhere })
    .from(publications)
    .where(and(isDone, eq(hash, WITHDRAWAL), gt(finishedAt, found.at)));
  const left = new Set(withdrawals.flatMap((withdrawal) => withdrawal.outcome?.map(({ host }) => host) ?? []));
  const isGone =
    withdrawals.some((withdrawal) => withdrawal.everywhere) ||
    // Earlier versions did not store it.
    (left.size > 0 && found.outcome !== undefined && (found.outcome ?? []).every(({ host }) => left.has(host)));
  return isGone ? undefined : { number: found.number, by: found.by, at: found.at };
}
