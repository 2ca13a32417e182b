import { and, eq, getTableColumns, lte, not, sql } from 'drizzle-orm';
import { onlyRow, rows, type Db, type Transaction } from '../../../platform/database/database.ts';
import { pipelined } from '../../../platform/database/transaction.ts';
import { isGone } from '../../../platform/processes/queries.ts';
import { removeDrifts } from '../drift/queries-drift.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import { ofConfig } from '../queries.ts';
import { configs, publications } from '../tables.ts';

export type Publication = typeof publications.$inferSelect;

/** Stored instead of a hash: the publication removes the file. */
export const WITHDRAWAL = '';

/** Longer than the three ten-second steps between two renewals: activate, read back, discard. */
const LEASE = '60 s';

const leaseFromNow = sql`clock_timestamp() + ${LEASE}::interval`;
const leaseEnded = lte(publications.leaseUntil, sql`clock_timestamp()`);

/** Matches a running publication that this process still owns. */
const running = ({ id, owner }: Pick<Publication, 'id' | 'owner'>) =>
  and(eq(publications.id, id), eq(publications.state, 'running'), eq(publications.owner, owner));

/** The running publication of a config; at most one exists. `abandoned`: its lease has expired. */
export async function findRunning(
  db: Db,
  place: ConfigPlace,
): Promise<(Publication & { abandoned: boolean }) | undefined> {
  const [publication] = await db
    .select({ ...getTableColumns(publications), abandoned: sql<boolean>`${leaseEnded}` })
    .from(publications)
    .where(and(ofConfig(publications, place), eq(publications.state, 'running')));
  return publication;
}

/** Whether a live process is committing the config. */
export async function isCommitting(db: Db, place: ConfigPlace): Promise<boolean> {
  const found = await findRunning(db, place);
  return found !== undefined && !found.abandoned;
}

/** Running publications whose lease has expired, oldest first. */
export function listAbandoned(db: Db): Promise<Publication[]> {
  return db
    .select()
    .from(publications)
    .where(and(eq(publications.state, 'running'), leaseEnded))
    .orderBy(publications.startedAt);
}

/** Expires the leases of dead processes. Returns how many. */
export async function expireDeadLeases(db: Db): Promise<number> {
  const ended = await db
    .update(publications)
    .set({ leaseUntil: sql`clock_timestamp()` })
    .where(and(eq(publications.state, 'running'), not(leaseEnded), isGone(db, publications.owner)))
    .returning({ id: publications.id });
  return ended.length;
}

/** Stores a publication with a fresh lease, before the first server is touched. */
export async function insertPublication(
  db: Transaction,
  publication: Omit<typeof publications.$inferInsert, 'leaseUntil'>,
): Promise<Publication> {
  const made = await db
    .insert(publications)
    .values({ ...publication, leaseUntil: leaseFromNow })
    .returning();
  return onlyRow(made);
}

/** Takes over an abandoned publication; undefined if another process was faster or it has ended. */
export async function takeLease(db: Db, publication: Publication, owner: string): Promise<Publication | undefined> {
  const [taken] = await db
    .update(publications)
    .set({ owner, leaseUntil: leaseFromNow })
    .where(and(running(publication), leaseEnded))
    .returning();
  return taken;
}

/** Renews the lease. False if the publication was ended or taken over by another process, which may already be publishing. */
export async function renewLease(db: Db, publication: Publication): Promise<boolean> {
  const kept = await db
    .update(publications)
    .set({ leaseUntil: leaseFromNow })
    .where(running(publication))
    .returning({ id: publications.id });
  return kept.length === 1;
}

/**
 * Last step before files are replaced: renews the lease and marks the servers as differing. False if the publication was ended or
 * taken over by another process, which may already be publishing.
 */
export async function markActivating(db: Db, publication: Publication): Promise<boolean> {
  const kept = db
    .$with('kept')
    .as(
      db
        .update(publications)
        .set({ leaseUntil: leaseFromNow })
        .where(running(publication))
        .returning({ tenantId: publications.tenantId, kind: publications.kind }),
    );
  const marked = await db
    .with(kept)
    .update(configs)
    .set({ serversDiffer: true })
    .from(kept)
    .where(and(eq(configs.tenantId, kept.tenantId), eq(configs.kind, kept.kind)))
    .returning({ tenantId: configs.tenantId });
  return marked.length === 1;
}

/** Whether this process still owns the running publication; locks it until the transaction ends. */
export async function lockRunning(db: Transaction, publication: Publication): Promise<boolean> {
  const found = await db.select({ id: publications.id }).from(publications).where(running(publication)).for('update');
  return found.length === 1;
}

/** Ends a publication; without an outcome, each of its servers may have the new file. False if it had already ended or another process owns it. */
export async function endPublication(
  db: Transaction,
  publication: Publication,
  end: Pick<Publication, 'finishedAt'> & Partial<Pick<Publication, 'outcome'>> & { state: 'done' | 'failed' },
): Promise<boolean> {
  const ended = await db.update(publications).set(end).where(running(publication)).returning({ id: publications.id });
  return ended.length === 1;
}

/** Marks a revision as committed on all servers and clears its drift. */
export async function setCommitted(db: Transaction, publication: Publication, at: Date): Promise<void> {
  const committed = {
    committedRevision: publication.revision,
    committedHash: publication.hash,
    committedAt: at,
    committedBy: publication.requestedBy,
    serversDiffer: false,
  };
  await pipelined(
    db.update(configs).set(committed).where(ofConfig(configs, publication)),
    removeDrifts(db, publication),
  );
}

/** Marks that some servers may lack the committed content, or that all have it. */
export async function setServersDiffer(db: Transaction, place: ConfigPlace, serversDiffer: boolean): Promise<void> {
  await db.update(configs).set({ serversDiffer }).where(ofConfig(configs, place));
}

/** Updates the hash of the saved revision after its key metadata, and thus the rendered file, changed. */
export async function setSavedHash(db: Transaction, place: ConfigPlace, hash: string): Promise<void> {
  await db.update(configs).set({ hash }).where(ofConfig(configs, place));
}

/** Marks a revision as present on the servers. Until the next save, its hash is that of their file. */
export async function setTakenOver(
  db: Transaction,
  place: ConfigPlace,
  { revision, hash, at, by }: { revision: number; hash: string; at: Date; by: string },
): Promise<void> {
  const committed = { committedRevision: revision, committedHash: hash, committedAt: at, committedBy: by };
  await db
    .update(configs)
    .set({ hash, ...committed, serversDiffer: false, checkedAt: at })
    .where(ofConfig(configs, place));
}

/** What counts as committed, and the hash of what is saved. */
export type CommittedFacts = Pick<
  typeof configs.$inferSelect,
  'hash' | 'committedRevision' | 'committedHash' | 'committedBy' | 'serversDiffer'
> & {
  /** ISO 8601. */
  committedAt: string | null;
};

/** @throws Error if nothing was ever saved or committed */
export async function findCommitted(db: Db, place: ConfigPlace): Promise<CommittedFacts> {
  const { hash, committedRevision, committedHash, committedBy, committedAt, serversDiffer } = configs;
  const [facts] = await db
    .select({ hash, committedRevision, committedHash, committedBy, committedAt, serversDiffer })
    .from(configs)
    .where(ofConfig(configs, place));
  if (!facts) throw new Error('The config row is gone.');
  return { ...facts, committedAt: facts.committedAt?.toISOString() ?? null };
}

/** Makes something else count as committed; servers are not touched. */
export async function setCommittedFacts(db: Transaction, place: ConfigPlace, facts: CommittedFacts): Promise<void> {
  const committedAt = facts.committedAt === null ? null : new Date(facts.committedAt);
  await db
    .update(configs)
    .set({ ...facts, committedAt })
    .where(ofConfig(configs, place));
}

/** Number of commits being published, and the age of the oldest in seconds. */
export async function readRunningPublications(db: Db): Promise<{ count: number; oldest: number }> {
  const found = await rows<{ count: number; oldest: number }>(
    db,
    sql`select count(*)::int as count, coalesce(extract(epoch from max(clock_timestamp() - started_at)), 0)::float as oldest
      from ${publications} where state = 'running'`,
  );
  return onlyRow(found);
}
