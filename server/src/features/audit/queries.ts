import type { AuditEvent, AuditFilter } from '@mission-control/contract/audit/calls';
import { and, desc, eq, gte, lt, or, sql, type SQL } from 'drizzle-orm';
import { auditCopies, auditEvents } from '../../platform/audit/tables.ts';
import type { Db } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/clock.ts';

/** Events matching the filter, older than `before` if given, newest first. */
export async function listEvents(
  db: Db,
  { before, ...filter }: AuditFilter & { before?: number | undefined },
  limit: number,
): Promise<AuditEvent[]> {
  const found = await db
    .select()
    .from(auditEvents)
    .where(and(...conditionsOf(filter), before === undefined ? undefined : lt(auditEvents.id, before)))
    .orderBy(desc(auditEvents.id))
    .limit(limit);
  return found.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    tenant_id: row.tenantId,
    before: row.before,
    after: row.after,
    request_id: row.requestId,
  }));
}

function conditionsOf({ id, tenant, actor, kind, from, to, text, part_of: partOf }: AuditFilter): (SQL | undefined)[] {
  return [
    id === undefined ? undefined : eq(auditEvents.id, id),
    tenant === undefined ? undefined : eq(auditEvents.tenantId, tenant),
    actor === undefined ? undefined : eq(auditEvents.actor, actor),
    // starts_with has no wildcards, so the filter needs no escaping.
    kind === undefined
      ? undefined
      : or(eq(auditEvents.action, kind), sql`starts_with(${auditEvents.action}, ${`${kind}.`})`),
    from === undefined ? undefined : gte(auditEvents.at, new Date(from)),
    to === undefined ? undefined : lt(auditEvents.at, new Date(Date.parse(to) + DAY_MS)),
    // Repeats the condition of the index.
    partOf === undefined ? undefined : sql`${auditEvents.after} ->> 'part_of' = ${partOf}`,
    text === undefined || text.trim() === '' ? undefined : contains(text.trim()),
  ];
}

const contains = (text: string): SQL =>
  sql`strpos(lower(concat_ws(' ', ${auditEvents.actor}, ${auditEvents.action}, ${auditEvents.subject}, ${auditEvents.requestId},
    ${auditEvents.before}::text, ${auditEvents.after}::text)), lower(${text}::text)) > 0`;

export const readCopies = (db: Db): Promise<(typeof auditCopies.$inferSelect)[]> => db.select().from(auditCopies);
