import { and, eq, getTableColumns, lte, not, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { isGone } from '../../platform/processes/queries.ts';
import { removeDrifts } from './queries-drift.ts';
import type { ConfigPlace } from './stored-items.ts';
import { configs, publications } from './tables.ts';

export type Publication = typeof publications.$inferSelect;

/** In place of a hash: the publication takes the file away. */
export const WITHDRAWAL = '';

/** Longer than the steps of ten seconds that one server can use up between two renewals: activate, read back, discard. */
const LEASE = '60 s';

/** Until when a process that starts or goes on with a publication now is believed to be alive. */
const leaseFromNow = sql`clock_timestamp() + ${LEASE}::interval`;
const leaseEnded = lte(publications.leaseUntil, sql`clock_timestamp()`);

/** The publication while its process still is the one that works on it. */
const running = ({ id, owner }: Pick<Publication, 'id' | 'owner'>) =>
  and(eq(publications.id, id), eq(publications.state, 'running'), eq(publications.owner, owner));

/** The running publication of a config; at most one exists. `abandoned`: its process is believed dead. */
export async function findRunning(
  db: Db,
  place: ConfigPlace,
): Promise<(Publication & { abandoned: boolean }) | undefined> {
  const [publication] = await db
    .select({ ...getTableColumns(publications), abandoned: sql<boolean>`${leaseEnded}` })
    .from(publications)
    .where(
      and(
        eq(publications.tenantId, place.tenantId),
        eq(publications.kind, place.kind),
        eq(publications.state, 'running'),
      ),
    );
  return publication;
}

/** Running publications whose process is believed dead. */
export function listAbandoned(db: Db): Promise<Publication[]> {
  return db
    .select()
    .from(publications)
    .where(and(eq(publications.state, 'running'), leaseEnded))
    .orderBy(publications.startedAt);
}

/** Ends the leases of processes that are gone. Answers how many. */
export async function endLeasesOfGone(db: Db): Promise<number> {
  const ended = await db
    .update(publications)
    .set({ leaseUntil: sql`clock_timestamp()` })
    .where(and(eq(publications.state, 'running'), not(leaseEnded), isGone(db, publications.owner)))
    .returning({ id: publications.id });
  return ended.length;
}

/** Notes a publication before the first server is touched. */
export async function insertPublication(
  db: Transaction,
  publication: Omit<typeof publications.$inferInsert, 'leaseUntil'>,
): Promise<Publication> {
  const [row] = await db
    .insert(publications)
    .values({ ...publication, leaseUntil: leaseFromNow })
    .returning();
  if (!row) throw new Error('The publication was not stored.');
  return row;
}

/** Takes an abandoned publication over; undefined when another process was faster or it has ended. */
export async function takeLease(db: Db, publication: Publication, owner: string): Promise<Publication | undefined> {
  const [taken] = await db
    .update(publications)
    .set({ owner, leaseUntil: leaseFromNow })
    .where(and(running(publication), leaseEnded))
    .returning();
  return taken;
}

/** Renews the lease; false when the publication was ended or taken over by somebody else, who may be at work already. */
export async function keepLease(db: Db, publication: Publication): Promise<boolean> {
  const kept = await db
    .update(publications)
    .set({ leaseUntil: leaseFromNow })
    .where(running(publication))
    .returning({ id: publications.id });
  return kept.length === 1;
}

/**
 * The last step before files are replaced: keeps the lease and notes that servers may differ from now on. False when the
 * publication was ended by somebody else, who may be publishing already.
 */
export async function markActivating(db: Db, publication: Publication): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await keepLease(tx, publication))) return false;
    await setServersDiffer(tx, publication);
    return true;
  });
}

/** Ends a publication; false when it had ended before, or another process works on it. */
export async function endPublication(
  db: Transaction,
  publication: Publication,
  end: Pick<Publication, 'finishedAt' | 'outcome'> & { state: 'done' | 'failed' },
): Promise<boolean> {
  const ended = await db.update(publications).set(end).where(running(publication)).returning({ id: publications.id });
  return ended.length === 1;
}

/** Notes that all servers confirmed the revision; what was changed on them by hand is gone. */
export async function setCommitted(db: Transaction, publication: Publication, at: Date): Promise<void> {
  await db
    .update(configs)
    .set({
      committedRevision: publication.revision,
      committedHash: publication.hash,
      committedAt: at,
      committedBy: publication.requestedBy,
      serversDiffer: false,
    })
    .where(ofConfig(publication));
  await removeDrifts(db, publication);
}

/** Notes that some servers may not have the committed content. */
export async function setServersDiffer(db: Transaction, place: ConfigPlace): Promise<void> {
  await db.update(configs).set({ serversDiffer: true }).where(ofConfig(place));
}

/** Notes that every server still has, or has again, the committed content. */
export async function clearServersDiffer(db: Transaction, place: ConfigPlace): Promise<void> {
  await db.update(configs).set({ serversDiffer: false }).where(ofConfig(place));
}

/** The saved revision again under another hash: the metadata of its keys changed, and with it the rendered file. */
export async function setSavedHash(db: Transaction, place: ConfigPlace, hash: string): Promise<void> {
  await db.update(configs).set({ hash }).where(ofConfig(place));
}

const ofConfig = (place: ConfigPlace) => and(eq(configs.tenantId, place.tenantId), eq(configs.kind, place.kind));
