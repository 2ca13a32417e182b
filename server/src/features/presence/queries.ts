import type { PresentPerson } from '@mission-control/contract/presence/calls';
import { TOPIC } from '@mission-control/contract/topics';
import { and, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../platform/context.ts';
import { perDatabase, type Database, type Db } from '../../platform/database/database.ts';
import { writeAndAnnounce } from '../../platform/database/transaction.ts';
import { users } from '../auth/public.ts';
import { presences } from './tables.ts';

/** Three heartbeats: after this time a tab counts as gone, because its process or browser has died. */
const EXPIRY = sql`interval '30 seconds'`;
const isExpired = sql<boolean>`${presences.seenAt} < clock_timestamp() - ${EXPIRY}`;

type Presence = Pick<typeof presences.$inferInsert, 'tab' | 'userId' | 'page' | 'editing'>;

const present = perDatabase((db) => {
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

/**
 * Stores which page a tab shows, unless the tab is another person's, and announces changes. For a new tab, the person's longest silent tabs
 * beyond `maxTabs` are ended.
 */
export async function putPresence(ctx: Ctx, row: Presence, maxTabs: number): Promise<void> {
  const earlier = ctx.db
    .select({ page: presences.page, editing: presences.editing, expired: isExpired.as('expired') })
    .from(presences)
    .where(and(eq(presences.tab, row.tab), eq(presences.userId, row.userId)));
  const now = sql`clock_timestamp()`;
  const stored = ctx.db
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
  const longestSilent = ctx.db
    .select({ tab: presences.tab })
    .from(presences)
    .where(eq(presences.userId, row.userId))
    .orderBy(desc(presences.seenAt), desc(presences.tab))
    .offset(maxTabs - 1);
  const ended = ctx.db
    .delete(presences)
    .where(and(sql`not exists (select from earlier)`, inArray(presences.tab, longestSilent)))
    .returning({ page: presences.page });
  const same = sql`select from earlier where page = ${row.page} and editing = ${row.editing} and not expired`;
  await writeAndAnnounce(
    ctx,
    sql`earlier as ${earlier}, stored as ${stored}, ended as ${ended}`,
    topicsOf(sql`
      select page from ended
      union select page from earlier where page <> ${row.page}
      union select ${row.page} where not exists (${same})`),
  );
}

/** Ends a tab's presence on this page. */
export async function deletePresence(ctx: Ctx, row: Omit<Presence, 'editing'>): Promise<void> {
  const isRow = and(eq(presences.tab, row.tab), eq(presences.userId, row.userId), eq(presences.page, row.page));
  await deleteAndAnnounce(ctx, isRow);
}

/** Deletes tabs that were not renewed. */
export const deleteExpired = (ctx: Ctx): Promise<void> => deleteAndAnnounce(ctx, isExpired);

function deleteAndAnnounce(ctx: Ctx, where: SQL | undefined): Promise<void> {
  const ended = ctx.db.delete(presences).where(where).returning({ page: presences.page });
  return writeAndAnnounce(ctx, sql`ended as ${ended}`, topicsOf(sql`select distinct page from ended`));
}

const topicsOf = (pages: SQL): SQL => sql`select ${TOPIC.presence('')}::text || page from (${pages}) as changed(page)`;

/** Tabs of people that are connected to this process. */
export type ConnectedTabs = readonly { tab: string; user_id: number }[];

/** Renews connected tabs. */
export async function renewPresences(db: Db, connected: ConnectedTabs): Promise<void> {
  await db.execute(sql`
    update ${presences} set seen_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(connected)}::jsonb) as connected(tab text, user_id integer)
    where ${presences.tab} = connected.tab and ${presences.userId} = connected.user_id and not ${isExpired}`);
}
