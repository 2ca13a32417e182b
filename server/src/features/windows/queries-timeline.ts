import { and, eq, sql, type SQL } from 'drizzle-orm';
import { inOrder, inSlice, microseconds } from '../../fleet/queries-timeline.ts';
import { tenantServices } from '../../fleet/tables.ts';
import type { TimelineScope, TimelineSlice } from '../../fleet/timeline.ts';
import type { Db } from '../../platform/database/database.ts';
import { has, isAll } from './queries-scope.ts';
import { maintenanceWindows, windowTimes } from './tables.ts';

/** Occurrences of windows that cover a tenant or an environment, by start or end. */
export function listTimelineWindows(db: Db, when: 'begin' | 'end', scope: TimelineScope, slice: TimelineSlice) {
  const at = when === 'begin' ? windowTimes.startsAt : windowTimes.endsAt;
  return db
    .select({ us: microseconds(at), id: windowTimes.id, name: maintenanceWindows.name })
    .from(windowTimes)
    .innerJoin(maintenanceWindows, eq(maintenanceWindows.id, windowTimes.windowId))
    .where(and(covers(scope), inSlice(at, windowTimes.id, slice)))
    .orderBy(...inOrder(at, windowTimes.id, slice))
    .limit(slice.limit);
}

function covers(scope: TimelineScope): SQL | undefined {
  if (scope.of === 'fleet') return undefined;
  if (scope.of === 'tenant')
    return sql`${has('tenants', sql`${scope.id}::integer`)} and ((${isAll('environments')} and ${isAll('services')}) or exists (
      select from ${tenantServices} s where s.tenant_id = ${scope.id}
        and ${has('environments', sql`s.web_environment_id`)} and ${has('services', sql`s.service`)}))`;
  const services = [...scope.services].flatMap(([t, slugs]) => [...slugs].map((s) => ({ t, s })));
  return sql`${has('environments', sql`${scope.id}::integer`)} and ((${isAll('tenants')} and ${isAll('services')}) or exists (
    select from json_to_recordset(${JSON.stringify(services)}::json) as service(t integer, s text)
      where ${has('tenants', sql`service.t`)} and ${has('services', sql`service.s`)}))`;
}
