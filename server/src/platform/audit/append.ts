import { hash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import { auditEvents, auditHead } from './tables.ts';

/** One recorded change. Callers mask secrets before passing values. */
export interface AuditEntry {
  /** What happened, subject first: `tenant.created`, `config.saved`. */
  action: string;
  /** The changed object, as an operator would name it. */
  subject: string;
  tenantId?: number;
  before?: unknown;
  after?: unknown;
}

/** Previous hash of the first event. */
export const GENESIS = '0'.repeat(64);

/** What the hash of an event covers; `at` in ISO 8601, UTC, with milliseconds. */
export type AuditRow = Omit<typeof auditEvents.$inferSelect, 'id' | 'hash' | 'at'> & { at: string };

/** SHA-256 of the event's canonical form, including the previous hash. */
export const auditHash = (row: AuditRow): string => hash('sha256', `${canonicalHead(row)}"${row.previousHash}"]`);

/** The canonical form without the previous hash, which comes last because only the database knows it at append time. */
function canonicalHead(row: Omit<AuditRow, 'previousHash'>): string {
  const parts = [
    row.at,
    row.actor,
    row.actorId,
    row.action,
    row.subject,
    row.tenantId,
    canonicalJson(row.before),
    canonicalJson(row.after),
    row.requestId,
  ];
  return `${JSON.stringify(parts).slice(0, -1)},`;
}

/** JSON with sorted keys, since PostgreSQL's jsonb does not preserve key order. */
const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value ?? null));

function inOrder(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, inOrder(part)]),
  );
}

/**
 * The statement that appends events to the chain, last in the transaction that makes the change. A single one, because all writers queue
 * for the head of the chain and every round trip would lengthen that queue.
 * @param others named statements to run in the same round trip
 * @param announcement an expression evaluated once in the same statement
 */
export function appendAudit(
  ctx: Ctx,
  entries: AuditEntry[],
  { others, announcement }: { others: SQL[]; announcement: SQL },
): SQL {
  const parts = [sql`link_0 as (select hash, length from ${auditHead} where id = 1 for update)`];
  const events = entries.map((entry, index) => {
    const row = rowOf(ctx, entry);
    const [before, link] = [sql.raw(`link_${index}`), sql.raw(`link_${index + 1}`)];
    const text = sql`${canonicalHead(row)}::text || '"' || hash || '"]'`;
    parts.push(sql`${link} as (select encode(sha256(convert_to(${text}, 'UTF8')), 'hex') as hash from ${before})`);
    return sql`select ${row.at}::timestamptz, ${row.actor}::text, ${row.actorId}::integer, ${row.action}::text,
      ${row.subject}::text, ${row.tenantId}::integer, ${json(row.before)}::jsonb, ${json(row.after)}::jsonb,
      ${row.requestId}::text, ${before}.hash, ${link}.hash from ${before}, ${link}`;
  });
  const last = sql.raw(`link_${entries.length}`);
  parts.push(
    sql`events as (insert into ${auditEvents}
      (at, actor, actor_id, action, subject, tenant_id, before, after, request_id, previous_hash, hash)
      ${sql.join(events, sql` union all `)})`,
    sql`moved as (update ${auditHead} set hash = ${last}.hash, length = link_0.length + ${entries.length}::integer
      from link_0, ${last} where ${auditHead.id} = 1)`,
    ...others,
  );
  return sql`with ${sql.join(parts, sql`, `)} select ${announcement} where ${hasHead}`;
}

/** Without a head, fails by casting the message to a number; `concat` keeps the planner from evaluating the cast early. */
const hasHead = sql`case when exists (select from link_0) then true
  else cast(concat('The audit chain has no head row.') as integer) is null end`;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const rowOf = (ctx: Ctx, entry: AuditEntry): Omit<AuditRow, 'previousHash'> => ({
  at: ctx.clock.now().toISOString(),
  actor: ctx.actor.name,
  actorId: ctx.actor.id,
  action: entry.action,
  subject: entry.subject,
  tenantId: entry.tenantId ?? null,
  before: entry.before ?? null,
  after:
    ctx.partOf === undefined ? (entry.after ?? null) : { ...(entry.after as object | undefined), part_of: ctx.partOf },
  requestId: ctx.requestId,
});
