import { and, eq, gt, inArray, lte, or } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { sessions, users } from './tables.ts';

/** A session with the account behind it. */
export interface SessionRow {
  id: string;
  lastSeenAt: Date;
  userId: number;
  name: string;
  role: (typeof users.$inferSelect)['role'];
}

/** What makes a session live: not idle since `seenAfter`, not past its absolute end, and its account not disabled. */
export interface Live {
  seenAfter: Date;
  now: Date;
}

const columns = {
  id: sessions.id,
  lastSeenAt: sessions.lastSeenAt,
  userId: users.id,
  name: users.name,
  role: users.role,
};

const isLive = (live: Live) =>
  and(gt(sessions.lastSeenAt, live.seenAfter), gt(sessions.endsAt, live.now), eq(users.disabled, false));

/** The live session of a cookie's hash. */
export async function findSession(db: Db, cookieHash: string, live: Live): Promise<SessionRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.cookieHash, cookieHash), isLive(live)));
  return row;
}

/** Those of the sessions that are live. */
export function listLiveSessions(db: Db, ids: string[], live: Live): Promise<SessionRow[]> {
  return db
    .select(columns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, ids), isLive(live)));
}

export async function insertSession(db: Db, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row);
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
}

/** Holds the session until the transaction ends; false when it is gone. */
export async function lockSession(db: Transaction, id: string): Promise<boolean> {
  const found = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id)).for('update');
  return found.length > 0;
}

/** Ends a session; its families and tokens go with it. False when it had ended already. */
export async function deleteSession(db: Db, id: string): Promise<boolean> {
  const gone = await db.delete(sessions).where(eq(sessions.id, id)).returning({ id: sessions.id });
  return gone.length > 0;
}

export async function purgeSessions(db: Db, { seenAfter, now }: Live): Promise<void> {
  await db.delete(sessions).where(or(lte(sessions.lastSeenAt, seenAfter), lte(sessions.endsAt, now)));
}
