import type { PresentPerson } from '@mission-control/contract/presence/calls';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { prepared, rows, type Database, type Db, type Transaction } from '../../platform/database/database.ts';
import { sentTogether } from '../../platform/database/transaction.ts';
import { users } from '../auth/public.ts';
import { presences } from './tables.ts';

/** Three heartbeats: after this time a tab counts as gone, because its process or browser has died. */
const EXPIRY = sql`interval '30 seconds'`;
const isExpired = sql<boolean>`${presences.seenAt} < clock_timestamp() - ${EXPIRY}`;

type Presence = Pick<typeof presences.$inferInsert, 'tab' | 'userId' | 'page' | 'editing'>;
type Before = Pick<typeof presences.$inferSelect, 'page' | 'editing'> & { expired: boolean };

const present = prepared((db) => {
  const [page, tab] = [sql.placeholder('page'), sql.placeholder('tab')];
  const since = sql<Date>`min(${presences.since})`.mapWith(presences.since);
  return db
    .select({
      name: users.name,
      editing: sql<boolean>`bool_or(${presences.editing})`,
      since,
      own: sql<boolean>`${presences.userId} = ${sql.placeholder('userId')}`,
    })
    .from(presences)
    .innerJoin(users, eq(users.id, presences.userId))
    .where(and(eq(presences.page, page), ne(presences.tab, tab), sql`not ${isExpired}`))
    .groupBy(presences.userId, users.name)
    .orderBy(since, users.name)
    .limit(50)
    .prepare('list_present');
});

/** People on a page, by arrival, each once. */
export async function selectPresent(
  db: Database,
  visitor: { page: string; userId: number; tab: string },
): Promise<PresentPerson[]> {
  const found = await present(db).execute(visitor);
  return found.map((person) => ({ ...person, since: person.since.toISOString() }));
}

/** Stores where a tab is. @returns the previous page; undefined for a new tab. Does not change a tab of another person. */
export async function putPresence(db: Transaction, row: Presence): Promise<Before | undefined> {
  const earlier = db
    .select({ page: presences.page, editing: presences.editing, expired: isExpired })
    .from(presences)
    .where(and(eq(presences.tab, row.tab), eq(presences.userId, row.userId)));
  const now = sql`clock_timestamp()`;
  const stored = db
    .insert(presences)
    .values({ ...row, since: now, seenAt: now })
    .onConflictDoUpdate({
      target: presences.tab,
      set: {
        page: row.page,
        editing: row.editing,
        seenAt: now,
        since: sql`case when ${presences.page} = ${row.page} and not ${isExpired} then ${presences.since} else clock_timestamp() end`,
      },
      setWhere: eq(presences.userId, row.userId),
    });
  const [[before]] = await sentTogether(earlier, stored);
  return before;
}

/** Ends the tabs of a person beyond a number, longest silent first. @returns their pages */
export async function deleteSilent(db: Transaction, userId: number, keep: number): Promise<string[]> {
  const silent = db
    .select({ tab: presences.tab })
    .from(presences)
    .where(eq(presences.userId, userId))
    .orderBy(desc(presences.seenAt), desc(presences.tab))
    .offset(keep);
  return pagesOf(await db.delete(presences).where(inArray(presences.tab, silent)).returning({ page: presences.page }));
}

/** @returns the page that the tab was on, if it was on this one */
export async function deletePresence(db: Transaction, row: Omit<Presence, 'editing'>): Promise<string[]> {
  const own = and(eq(presences.tab, row.tab), eq(presences.userId, row.userId), eq(presences.page, row.page));
  return pagesOf(await db.delete(presences).where(own).returning({ page: presences.page }));
}

/** Tabs of people that are connected to this process. */
export type ConnectedTabs = readonly { tab: string; user_id: number }[];

/** Renews connected tabs. */
export async function renewPresences(db: Db, connected: ConnectedTabs): Promise<void> {
  await db.execute(sql`
    update ${presences} set seen_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(connected)}::jsonb) as connected(tab text, user_id integer)
    where ${presences.tab} = connected.tab and ${presences.userId} = connected.user_id and not ${isExpired}`);
}

/** Deletes tabs that were not renewed. @returns their pages */
export async function deleteExpired(db: Transaction): Promise<string[]> {
  return pagesOf(await rows<{ page: string }>(db, sql`delete from ${presences} where ${isExpired} returning page`));
}

const pagesOf = (found: readonly { page: string }[]): string[] => [...new Set(found.map(({ page }) => page))];
