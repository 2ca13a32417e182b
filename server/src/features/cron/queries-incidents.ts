import { STALE_MS } from '@mission-control/contract/reports/define-report';
import { and, eq, lt, sql } from 'drizzle-orm';
import { inOrder, inSlice, microseconds } from '../../fleet/queries-timeline.ts';
import { environments, tenants } from '../../fleet/tables.ts';
import type { TimelineScope, TimelineSlice } from '../../fleet/timeline.ts';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { endOf, type FailedRun } from './failed-runs.ts';
import { nameOf } from './history/runs.ts';
import { cronIncidents, type cronReports } from './tables.ts';

/** The part of a report that incidents are derived from. */
type IncidentFacts = Pick<typeof cronReports.$inferSelect, 'tenantId' | 'environmentId' | 'created' | 'failed'>;

const NO_TASK = { taskGroup: '', task: '' };
const taskOf = ({ group, task }: FailedRun) => ({ taskGroup: group, task });

/** Incidents between two reports, the second of which is newer. */
export function incidentsBetween(
  earlier: IncidentFacts | undefined,
  row: IncidentFacts,
): (typeof cronIncidents.$inferInsert)[] {
  const base = { tenantId: row.tenantId, environmentId: row.environmentId };
  const [before, now] = [byName(earlier?.failed ?? []), byName(row.failed)];
  const isGap = earlier !== undefined && row.created.getTime() - earlier.created.getTime() > STALE_MS;
  return [
    ...(isGap
      ? [
          { ...base, what: 'stopped' as const, at: earlier.created, ...NO_TASK },
          { ...base, what: 'resumed' as const, at: row.created, ...NO_TASK },
        ]
      : []),
    ...[...now].flatMap(([name, run]) =>
      before.has(name) ? [] : [{ ...base, what: 'failed' as const, at: endOf(run, row.created), ...taskOf(run) }],
    ),
    ...[...before].flatMap(([name, run]) =>
      now.has(name) ? [] : [{ ...base, what: 'recovered' as const, at: row.created, ...taskOf(run) }],
    ),
  ];
}

const byName = (runs: readonly FailedRun[]) => new Map(runs.map((run) => [nameOf(run), run]));

export async function insertIncidents(db: Transaction, found: (typeof cronIncidents.$inferInsert)[]): Promise<void> {
  await insertRows(db, cronIncidents, found, sql`on conflict do nothing`);
}

export async function purgeIncidents(db: Db, before: Date): Promise<void> {
  await db.delete(cronIncidents).where(lt(cronIncidents.at, before));
}

/** Incidents of a tenant, an environment or the fleet, newest first. */
export function listIncidents(db: Db, scope: TimelineScope, slice: TimelineSlice) {
  const { id, at, what, task, tenantId, environmentId } = cronIncidents;
  return db
    .select({
      us: microseconds(at),
      id,
      what,
      task,
      environment: environments.name,
      tenantId: tenants.id,
      tenantName: tenants.name,
      exists: sql<boolean>`${tenants.deletedAt} is null`,
    })
    .from(cronIncidents)
    .innerJoin(tenants, eq(tenants.id, tenantId))
    .innerJoin(environments, eq(environments.id, environmentId))
    .where(
      and(
        scope.of === 'tenant' ? eq(tenantId, scope.id) : undefined,
        scope.of === 'environment' ? eq(environmentId, scope.id) : undefined,
        inSlice(at, id, slice),
      ),
    )
    .orderBy(...inOrder(at, id, slice))
    .limit(slice.limit);
}
