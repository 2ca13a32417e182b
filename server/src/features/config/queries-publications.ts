import { and, eq, lte } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { removeDrifts } from './queries-drift.ts';
import type { ConfigPlace } from './stored-items.ts';
import { configs, publications } from './tables.ts';

export type Publication = typeof publications.$inferSelect;

/** In place of a hash: the publication takes the file away. */
export const WITHDRAWAL = '';

const running = (id: string) => and(eq(publications.id, id), eq(publications.state, 'running'));

/** The running publication of a config; at most one exists. */
export async function findRunning(db: Db, place: ConfigPlace): Promise<Publication | undefined> {
  const [publication] = await db
    .select()
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
export function listAbandoned(db: Db, now: Date): Promise<Publication[]> {
  return db
    .select()
    .from(publications)
    .where(and(eq(publications.state, 'running'), lte(publications.leaseUntil, now)))
    .orderBy(publications.startedAt);
}

/** Declares the process of every running publication dead: true at the start of an installation that is one process. */
export async function endAllLeases(db: Db, now: Date): Promise<void> {
  await db.update(publications).set({ leaseUntil: now }).where(eq(publications.state, 'running'));
}

/** Notes a publication before the first server is touched. */
export async function insertPublication(
  db: Transaction,
  publication: typeof publications.$inferInsert,
): Promise<Publication> {
  const [row] = await db.insert(publications).values(publication).returning();
  if (!row) throw new Error('The publication was not stored.');
  return row;
}

/** Takes an abandoned publication over; false when another process was faster or it has ended. */
export async function takeLease(db: Db, publication: Publication, until: Date): Promise<boolean> {
  const taken = await db
    .update(publications)
    .set({ leaseUntil: until })
    .where(and(running(publication.id), eq(publications.leaseUntil, publication.leaseUntil)))
    .returning({ id: publications.id });
  return taken.length === 1;
}

/**
 * The last step before files are replaced: keeps the lease and notes that servers may differ from now on. False when the
 * publication was ended by somebody else, who may be publishing already.
 */
export async function markActivating(db: Db, publication: Publication, until: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const kept = await tx
      .update(publications)
      .set({ leaseUntil: until })
      .where(running(publication.id))
      .returning({ id: publications.id });
    if (kept.length === 0) return false;
    await setServersDiffer(tx, publication);
    return true;
  });
}

/** Ends a publication; false when it had ended before. */
export async function endPublication(
  db: Transaction,
  id: string,
  end: Pick<Publication, 'finishedAt' | 'outcome'> & { state: 'done' | 'failed' },
): Promise<boolean> {
  const ended = await db.update(publications).set(end).where(running(id)).returning({ id: publications.id });
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
