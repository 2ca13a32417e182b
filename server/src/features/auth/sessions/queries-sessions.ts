import { and, eq, gt, lte, or, sql, type SQL } from 'drizzle-orm';
import { preparedForKeys, type Database, type Db, type Transaction } from '../../../platform/database/database.ts';
import { topicVersionsColumn, type TopicVersions } from '../../../platform/events/topic-versions.ts';
import { isActive } from '../queries-users.ts';
import { sessions, users } from '../tables.ts';

/** A session with its account. */
export interface SessionRow {
  id: string;
  lastSeenAt: Date;
  userId: number;
  name: string;
  role: (typeof users.$inferSelect)['role'];
}

/** A session validated for a request, with the topic versions read by the same statement (0015). */
export interface ProvenSession extends SessionRow {
  topicVersions: TopicVersions;
}

/** Limits of a live session: active since `seenAfter`, and not past its absolute end. */
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

/** The condition that a session is live. */
export const isLive = ({ seenAfter, now }: Live) => and(gt(sessions.lastSeenAt, seenAfter), gt(sessions.endsAt, now));

/** The live session of a cookie hash. */
export async function findSession(db: Db, cookieHash: string, live: Live): Promise<SessionRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.cookieHash, cookieHash), isLive(live), isActive));
  return row;
}

/** Prepares the query for live sessions, which runs with every request. */
export function prepareListLiveSessions(db: Database): (ids: string[], live: Live) => Promise<ProvenSession[]> {
  const live = { seenAfter: sql.placeholder('seenAfter'), now: sql.placeholder('now') };
  const list = preparedForKeys((isAmong, length) =>
    db
      .select({ ...columns, topicVersions: topicVersionsColumn })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          isAmong(sessions.id),
          sql`${sessions.lastSeenAt} > ${live.seenAfter}::timestamptz`,
          sql`${sessions.endsAt} > ${live.now}::timestamptz`,
          isActive,
        ),
      )
      .prepare(`list_live_sessions${length}`),
  );
  return (ids, { seenAfter, now }) => list(ids, { seenAfter: seenAfter.toISOString(), now: now.toISOString() });
}

/**
 * Stores a session unless its account is no longer active; then false.
 * @param passwordHash must be the account's; undefined for sign-ins without a password
 */
export async function insertSession(
  db: Transaction,
  row: typeof sessions.$inferInsert,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const isUnchanged = and(
    isActive,
    passwordHash === undefined ? undefined : sql`${users.passwordHash} = ${passwordHash}`,
  );
  // Runs first, because a session locks its account's row: with that lock held, an update that waits for `lockUsers` would deadlock.
  if (!(await seeUser(db, row.userId, row.lastSeenAt, isUnchanged))) return false;
  await db.insert(sessions).values(row);
  return true;
}

export async function touchSession(
  db: Db,
  { id, userId }: Pick<SessionRow, 'id' | 'userId'>,
  now: Date,
): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
  await seeUser(db, userId, now);
}

/** Kept with the account, because sessions are deleted when they end. False for an account that does not fulfil the condition. */
async function seeUser(db: Db, id: number, now: Date, condition?: SQL): Promise<boolean> {
  const seen = await db
    .update(users)
    .set({ lastSeenAt: now })
    .where(and(eq(users.id, id), condition))
    .returning({ id: users.id });
  return seen.length > 0;
}

/** Locks the session until the transaction ends; false when it is gone. */
export async function lockSession(db: Transaction, id: string | null): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, id ?? ''))
    .for('update');
  return found.length > 0;
}

/** When the person of a session last confirmed their presence: the sign-in, or a later confirmation. */
export async function presenceOf(db: Db, sessionId: string): Promise<Date | undefined> {
  const [found] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
  return found?.confirmedAt ?? found?.createdAt;
}

export async function setConfirmed(db: Transaction, sessionId: string, confirmedAt: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, sessionId));
}

/** Ends a session with its families and tokens. False when it had already ended. */
export async function deleteSession(db: Db, id: string): Promise<boolean> {
  const gone = await db.delete(sessions).where(eq(sessions.id, id)).returning({ id: sessions.id });
  return gone.length > 0;
}

export async function purgeSessions(db: Db, { seenAfter, now }: Live): Promise<void> {
  await db.delete(sessions).where(or(lte(sessions.lastSeenAt, seenAfter), lte(sessions.endsAt, now)));
}
