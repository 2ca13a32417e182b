import { and, sql, type SQL } from 'drizzle-orm';
import { inOrder, inSlice, microseconds } from '../../fleet/queries-timeline.ts';
import type { TimelineScope, TimelineSlice } from '../../fleet/timeline.ts';
import type { Db } from '../../platform/database/database.ts';
import { alertMembers, alerts } from './tables.ts';

/** Alerts by the time they opened or were resolved, of a tenant or of the tenants on an environment. */
export function listTimelineAlerts(db: Db, when: 'opened' | 'resolved', scope: TimelineScope, slice: TimelineSlice) {
  const at = when === 'opened' ? alerts.openedAt : alerts.resolvedAt;
  return db
    .select({ us: microseconds(at), id: alerts.id, title: alerts.title })
    .from(alerts)
    .where(and(named(scope), inSlice(at, alerts.id, slice)))
    .orderBy(...inOrder(at, alerts.id, slice))
    .limit(slice.limit);
}

function named(scope: TimelineScope): SQL | undefined {
  if (scope.of === 'fleet') return undefined;
  const ids = JSON.stringify(scope.of === 'tenant' ? [scope.id] : [...scope.services.keys()]);
  return sql`exists (select from ${alertMembers} m where m.alert_id = ${alerts.id} and m.tenant_id in
    (select value::integer from json_array_elements_text(${ids}::json)))`;
}
