import type { AuditEvent, AuditFilter } from '@mission-control/contract/audit/calls';
import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Db } from '../../platform/database/database.ts';

/** Events matching the filter, newest first. */
export async function listEvents(db: Db, filter: AuditFilter, limit: number): Promise<AuditEvent[]> {
  const { tenant, actor, kind, before } = filter;
  const found = await db
    .select()
    .from(auditEvents)
    .where(
      and(
        tenant === undefined ? undefined : eq(auditEvents.tenantId, tenant),
        actor === undefined ? undefined : eq(auditEvents.actor, actor),
        // starts_with has no wildcards, so the filter needs no escaping.
        kind === undefined
          ? undefined
          : or(eq(auditEvents.action, kind), sql`starts_with(${auditEvents.action}, ${`${kind}.`})`),
        before === undefined ? undefined : lt(auditEvents.id, before),
      ),
    )
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
