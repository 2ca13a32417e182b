import { sql, type SQL } from 'drizzle-orm';
import { windowTimes } from './tables.ts';

type Part = 'tenants' | 'environments' | 'services';
const listOf = (part: Part): SQL => sql`${windowTimes.scope}->${sql.raw(`'${part}'`)}`;

export const isAll = (part: Part): SQL => sql`${listOf(part)} = '[]'::jsonb`;
/** Whether a list is empty or has a value. */
export const has = (part: Part, value: SQL): SQL => sql`(${isAll(part)} or ${listOf(part)} @> to_jsonb(${value}))`;

interface Place {
  tenantId: SQL;
  service: SQL;
  environmentId: SQL;
}

const covering = ({ tenantId, service, environmentId }: Place): SQL =>
  sql`${has('tenants', tenantId)} and ${has('services', service)} and ${has('environments', environmentId)}`;

/** The end of the windows that cover a service at a time, as a column of a query; null: none. */
export const windowEndAt = (at: SQL, place: Place): SQL =>
  sql`(select max(${windowTimes.endsAt}) from ${windowTimes}
    where ${windowTimes.startsAt} <= ${at} and ${windowTimes.endsAt} > ${at} and ${covering(place)})`;

/** The end of the windows that cover a service and whose beginning, but not their end, was announced; null: none. */
export const announcedWindowEnd = (place: Place): SQL =>
  sql`(select max(${windowTimes.endsAt}) from ${windowTimes}
    where ${windowTimes.begunAt} is not null and ${windowTimes.overAt} is null and ${covering(place)})`;

/** Whether a service was in a window between two times, as a condition of a query. */
export const wasInWindow = (from: SQL, to: SQL, place: Place): SQL =>
  sql`exists (select from ${windowTimes}
    where ${windowTimes.startsAt} < ${to} and ${windowTimes.endsAt} > ${from} and ${covering(place)})`;
