import { and, eq, inArray, sql } from 'drizzle-orm';
import { notDeleted } from '../../../fleet/queries-tenants.ts';
import { tenants } from '../../../fleet/tables.ts';
import type { TimelineScope, TimelineSlice } from '../../../fleet/timeline.ts';
import type { Db } from '../../../platform/database/database.ts';
import { licenceExpiry, licenceItem } from '../queries.ts';
import { configItems } from '../tables.ts';

const day = sql`left(btrim(${licenceExpiry}), 10) collate "C"`;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Licences of existing tenants that end within a range of days. The end is text and may not be a date. */
export function listLicenceEnds(db: Db, scope: TimelineScope, { from, to }: Pick<TimelineSlice, 'from' | 'to'>) {
  return db
    .select({
      id: tenants.id,
      name: tenants.name,
      expires: licenceExpiry,
      hasConfig: sql<boolean>`${configItems.key} is not null`,
    })
    .from(tenants)
    .leftJoin(configItems, licenceItem)
    .where(
      and(
        notDeleted,
        scope.of === 'tenant' ? eq(tenants.id, scope.id) : undefined,
        scope.of === 'environment' ? inArray(tenants.id, [...scope.services.keys()]) : undefined,
        sql`${day} <= ${dayOf(to)}`,
        from === null ? undefined : sql`${day} >= ${dayOf(from)}`,
      ),
    );
}
