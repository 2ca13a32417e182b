import { and, eq, isNull, sql, type Column, type SQL } from 'drizzle-orm';
import { inOrder, inSlice, microseconds } from '../../fleet/queries-timeline.ts';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { tenants } from '../../fleet/tables.ts';
import type { TimelineScope, TimelineSlice } from '../../fleet/timeline.ts';
import type { Db } from '../../platform/database/database.ts';
import { monitorOutages, monitors } from './tables.ts';

/** The monitors of a tenant, or of the services on an environment. */
function monitorsOf(scope: TimelineScope): SQL | undefined {
  if (scope.of === 'fleet') return undefined;
  if (scope.of === 'tenant') return eq(monitors.tenantId, scope.id);
  const services = [...scope.services].flatMap(([t, slugs]) => [...slugs].map((s) => ({ t, s })));
  return sql`(${monitors.tenantId}, ${monitors.service}) in
    (select t, s from json_to_recordset(${JSON.stringify(services)}::json) as service(t integer, s text))`;
}

const shown = {
  monitorId: monitors.id,
  host: monitors.host,
  tenantId: tenants.id,
  tenantName: tenants.name,
  exists: sql<boolean>`${tenants.deletedAt} is null and ${monitors.removedAt} is null`,
};

/** Outages by their start or their end. */
export function listTimelineOutages(db: Db, when: 'begin' | 'end', scope: TimelineScope, slice: TimelineSlice) {
  const at = when === 'begin' ? monitorOutages.startedAt : monitorOutages.endedAt;
  return db
    .select({ us: microseconds(at), id: monitorOutages.id, error: monitorOutages.error, ...shown })
    .from(monitorOutages)
    .innerJoin(monitors, eq(monitors.id, monitorOutages.monitorId))
    .innerJoin(tenants, eq(tenants.id, monitors.tenantId))
    .where(and(monitorsOf(scope), inSlice(at, monitorOutages.id, slice)))
    .orderBy(...inOrder(at, monitorOutages.id, slice))
    .limit(slice.limit);
}

/** Certificate expiries seen by checks, of existing monitors. */
export function listCertificateEnds(db: Db, scope: TimelineScope, slice: TimelineSlice) {
  const at: Column = monitors.certificateEnds;
  return db
    .select({ us: microseconds(at), id: monitors.id, ...shown })
    .from(monitors)
    .innerJoin(tenants, and(eq(tenants.id, monitors.tenantId), notDeleted))
    .where(and(monitorsOf(scope), isNull(monitors.removedAt), inSlice(at, monitors.id, slice)))
    .orderBy(...inOrder(at, monitors.id, slice))
    .limit(slice.limit);
}
