import type { CallInput } from '@mission-control/contract/call';
import type { listCronTroubles } from '@mission-control/contract/cron/calls';
import { CRON_TROUBLES, TROUBLES_PAGE, type CronTrouble } from '@mission-control/contract/cron/troubles';
import { and, asc, desc, eq, exists, or, sql, type SQL } from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { environments, tenants } from '../../fleet/tables.ts';
import type { Db } from '../../platform/database/database.ts';
import { hasCronOn } from './queries.ts';
import { cronReports, cronTroubles } from './tables.ts';

type BoardQuery = CallInput<typeof listCronTroubles>['query'];
type BoardFilter = Pick<BoardQuery, 'environment' | 'q'>;

/** Conditions of a filter, except the kind. */
function matching({ environment, q }: BoardFilter): SQL | undefined {
  const word = q?.trim() ?? '';
  const holds = (text: SQL | typeof tenants.name) => sql`position(lower(${word}::text) in lower(${text})) > 0`;
  return and(
    notDeleted,
    tenants.active,
    hasCronOn('cron_troubles'),
    environment === undefined ? undefined : eq(cronTroubles.environmentId, environment),
    word === ''
      ? undefined
      : or(holds(tenants.name), holds(sql`${cronTroubles.taskGroup}`), holds(sql`${cronTroubles.task}`)),
  );
}

const SORTS = {
  since: cronTroubles.since,
  tenant: tenants.nameKey,
  task: cronTroubles.task,
  environment: environments.name,
  what: sql`array_position(array[${sql.join(
    CRON_TROUBLES.map((what) => sql`${what}`),
    sql`, `,
  )}], ${cronTroubles.what})`,
};

/** A page of the board. */
export function listTroubleRows(db: Db, { what, sort, direction, page, ...filter }: BoardQuery) {
  return db
    .select({
      trouble: cronTroubles,
      tenantName: tenants.name,
      environmentName: environments.name,
      created: cronReports.created,
    })
    .from(cronTroubles)
    .innerJoin(tenants, eq(tenants.id, cronTroubles.tenantId))
    .innerJoin(environments, eq(environments.id, cronTroubles.environmentId))
    .innerJoin(
      cronReports,
      and(eq(cronReports.tenantId, cronTroubles.tenantId), eq(cronReports.environmentId, cronTroubles.environmentId)),
    )
    .where(and(matching(filter), what === undefined ? undefined : eq(cronTroubles.what, what)))
    .orderBy(
      (direction === 'asc' ? asc : desc)(SORTS[sort]),
      asc(tenants.nameKey),
      asc(environments.id),
      asc(cronTroubles.taskGroup),
      asc(cronTroubles.task),
      asc(cronTroubles.what),
    )
    .limit(TROUBLES_PAGE)
    .offset((page - 1) * TROUBLES_PAGE);
}

/** Number of problems by kind; kinds without any are left out. */
export function countTroubles(db: Db, filter: BoardFilter): Promise<{ what: CronTrouble; count: number }[]> {
  return db
    .select({ what: cronTroubles.what, count: sql<number>`count(*)::int` })
    .from(cronTroubles)
    .innerJoin(tenants, eq(tenants.id, cronTroubles.tenantId))
    .where(matching(filter))
    .groupBy(cronTroubles.what);
}

/** Environments that report cron, by name. */
export function listCronEnvironments(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: environments.id, name: environments.name })
    .from(environments)
    .where(
      exists(
        db
          .select({ one: sql`1` })
          .from(cronReports)
          .where(eq(cronReports.environmentId, environments.id)),
      ),
    )
    .orderBy(asc(environments.name));
}
