import { and, eq, sql, type SQL } from 'drizzle-orm';
import { inOrder, inSlice, instant, microseconds } from '../../fleet/queries-timeline.ts';
import { tenants } from '../../fleet/tables.ts';
import type { TimelineScope, TimelineSlice } from '../../fleet/timeline.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { rows, type Db } from '../../platform/database/database.ts';

/** A recorded change, with the current state of its tenant. */
export interface RecordedRow {
  us: number;
  id: number;
  action: string;
  actor: string;
  requestId: string;
  subject: string;
  tenantId: number | null;
  /** Null: purged. */
  tenantName: string | null;
  exists: boolean;
  before: unknown;
  after: unknown;
}

interface Query {
  scope: TimelineScope;
  slice: TimelineSlice;
  actions: readonly string[];
  /** Actions that may concern an environment, whatever tenants it has. */
  places: readonly string[];
}

/** The recorded changes of a slice. Reads at most `limit` index entries for each action or tenant. */
export async function listRecorded(db: Db, { scope, slice, actions, places }: Query): Promise<RecordedRow[]> {
  const direction = slice.ascending ? sql`asc` : sql`desc`;
  const first = sql`first as (
    select id, at from (${candidates({ scope, slice, actions, places })}) as found
    order by at ${direction}, id ${direction} limit ${slice.limit})`;
  const found = await rows<Omit<RecordedRow, 'us'> & { us: string | number }>(
    db,
    sql`with ${first}
      select ${microseconds(sql`e.at`)} as us, e.id, e.action, e.actor, e.request_id as "requestId", e.subject,
        e.tenant_id as "tenantId", t.name as "tenantName", t.id is not null and t.deleted_at is null as "exists", e.before, e.after
      from first join ${auditEvents} e on e.id = first.id left join ${tenants} t on t.id = e.tenant_id
      order by e.at ${direction}, e.id ${direction}`,
  );
  return found.map((row) => ({ ...row, us: Number(row.us), id: Number(row.id) }));
}

/**
 * The newest of one action. Only the index by action has this order: with `action = name` the planner may scan by time instead, which is
 * slow for a rare action.
 */
function ofAction(name: SQL, slice: TimelineSlice): SQL {
  const { at, id, action } = auditEvents;
  const { from, to, after, ascending } = slice;
  const reached = after && instant(after.us);
  const start = from === null ? sql`'-infinity'::timestamptz` : sql`${from.toISOString()}::timestamptz`;
  const first = (ascending && reached) || start;
  const last = (!ascending && reached) || sql`${to.toISOString()}::timestamptz`;
  const direction = ascending ? sql`asc` : sql`desc`;
  return sql`select ${id}, ${at} from ${auditEvents}
    where (${action}, ${at}) >= (${name}, ${first}) and (${action}, ${at}) <= (${name}, ${last}) and ${inSlice(at, id, slice)}
    order by ${action} ${direction}, ${at} ${direction}, ${id} ${direction} limit ${slice.limit}`;
}

function candidates({ scope, slice, actions, places }: Query): SQL {
  const { at, id, tenantId } = auditEvents;
  const of = (which: SQL | undefined) => sql`select ${id}, ${at} from ${auditEvents}
    where ${and(which, inSlice(at, id, slice))} order by ${sql.join(inOrder(at, id, slice), sql`, `)} limit ${slice.limit}`;
  const byAction = (names: readonly string[]) => sql`select found.id, found.at
    from json_array_elements_text(${JSON.stringify(names)}::json) as wanted(name)
    cross join lateral (${ofAction(sql`wanted.name`, slice)}) as found`;
  if (scope.of === 'fleet') return byAction(actions);
  if (scope.of === 'tenant') return of(eq(tenantId, scope.id));
  return sql`select found.id, found.at
    from json_array_elements_text(${JSON.stringify([...scope.services.keys()])}::json) as there(tenant)
    cross join lateral (${of(sql`${tenantId} = there.tenant::integer`)}) as found
    union ${byAction(places)}`;
}
