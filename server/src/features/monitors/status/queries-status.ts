import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { notDeleted } from '../../../fleet/queries-tenants.ts';
import { accounts, tenants, tenantServices } from '../../../fleet/tables.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { rows, type Db, type Transaction } from '../../../platform/database/database.ts';
import { isOfService } from '../queries.ts';
import { monitorOutages, monitorPasts, monitorRings, monitors, statusPages } from '../tables.ts';

/** Accounts with existing tenants or a page, with their pages; all, or one. */
export function listPages(db: Db, accountId?: number) {
  return db
    .select({ account: accounts, tenants: count(tenants.id), page: statusPages })
    .from(accounts)
    .leftJoin(tenants, and(eq(tenants.accountId, accounts.id), notDeleted))
    .leftJoin(statusPages, eq(statusPages.accountId, accounts.id))
    .where(accountId === undefined ? undefined : eq(accounts.id, accountId))
    .groupBy(accounts.id, statusPages.accountId)
    .orderBy(asc(accounts.tradingName), asc(accounts.id));
}

export type PageRow = Awaited<ReturnType<typeof listPages>>[number];

/** Stores the page of an account; an existing page is kept unless `replaces` is true. Returns whether this page was stored. */
export async function putPage(
  db: Transaction,
  page: typeof statusPages.$inferInsert,
  replaces: boolean,
): Promise<boolean> {
  const insert = db.insert(statusPages).values(page);
  const stored = await (
    replaces ? insert.onConflictDoUpdate({ target: statusPages.accountId, set: page }) : insert.onConflictDoNothing()
  ).returning({ accountId: statusPages.accountId });
  return stored.length > 0;
}

export async function removePage(db: Transaction, accountId: number): Promise<void> {
  await db.delete(statusPages).where(eq(statusPages.accountId, accountId));
}

export type PublishedPage = NonNullable<Awaited<ReturnType<typeof findPage>>>;

/** The account of a token; undefined when no page has it. */
export async function findPage(db: Db, token: string) {
  const [found] = await db
    .select({ accountId: accounts.id, name: accounts.tradingName })
    .from(statusPages)
    .innerJoin(accounts, eq(accounts.id, statusPages.accountId))
    .where(eq(statusPages.token, token));
  return found;
}

const ofAccount = (accountId: number) =>
  and(eq(tenants.accountId, accountId), notDeleted, isNull(monitors.removedAt), eq(monitors.active, true));

/** The checked sites of an account, by tenant and service. */
export function listSites(db: Db, accountId: number) {
  return db
    .select({ tenant: tenants.name, monitor: monitors, webEnvironmentId: tenantServices.webEnvironmentId })
    .from(monitors)
    .innerJoin(tenants, eq(tenants.id, monitors.tenantId))
    .leftJoin(tenantServices, isOfService)
    .where(ofAccount(accountId))
    .orderBy(asc(tenants.nameKey), asc(monitors.service), asc(monitors.id));
}

/** Outages of these sites that lasted until `since` or later, oldest first. */
export function listOutagesSince(db: Db, accountId: number, since: Date) {
  return db
    .select({
      tenantId: monitors.tenantId,
      service: monitors.service,
      webEnvironmentId: tenantServices.webEnvironmentId,
      startedAt: monitorOutages.startedAt,
      endedAt: monitorOutages.endedAt,
    })
    .from(monitorOutages)
    .innerJoin(monitors, eq(monitors.id, monitorOutages.monitorId))
    .innerJoin(tenants, eq(tenants.id, monitors.tenantId))
    .leftJoin(tenantServices, isOfService)
    .where(and(ofAccount(accountId), or(isNull(monitorOutages.endedAt), gt(monitorOutages.endedAt, since))))
    .orderBy(asc(monitorOutages.startedAt), asc(monitorOutages.id));
}

/** The checks of a day (UTC), given as days since 1970. */
export interface ServiceDay {
  tenantId: number;
  service: string;
  day: number;
  checks: number;
  failures: number;
}

/** Checks by tenant, service and day since this day: own ones outside maintenance windows, and those of an imported history. */
export async function listDays(db: Db, accountId: number, from: number): Promise<ServiceDay[]> {
  const found = await rows<ServiceDay>(
    db,
    sql`with sites as (
      select ${monitors.id} as id, ${monitors.tenantId} as tenant_id, ${monitors.service} as service
      from ${monitors} join ${tenants} on ${tenants.id} = ${monitors.tenantId} where ${ofAccount(accountId)}
    ), days as (
      select s.tenant_id, s.service, extract(epoch from r.start)::bigint / 86400 as day, r.checks - r.apart_checks as checks,
        r.failures - r.apart_failures as failures
      from sites s join ${monitorRings} r on r.monitor_id = s.id and r.span = 'day'
        and r.start >= ${new Date(from * DAY_MS).toISOString()}::timestamptz
      union all
      select s.tenant_id, s.service, (imported.day->>0)::bigint, (imported.day->>1)::int, (imported.day->>2)::int
      from sites s join ${monitorPasts} p on p.monitor_id = s.id, jsonb_array_elements(p.days) as imported (day)
      where (imported.day->>0)::bigint >= ${from}::bigint
    )
    select tenant_id as "tenantId", service, day::int as day, sum(checks)::int as checks, sum(failures)::int as failures
    from days group by 1, 2, 3`,
  );
  return found;
}
