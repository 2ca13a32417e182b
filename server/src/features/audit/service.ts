import type { AuditEvent, AuditFilter } from '@mission-control/contract/audit/calls';
import type { Ctx } from '../../platform/context.ts';
import { listEvents } from './queries.ts';

/** Events of one answer. */
const PAGE = 50;

/** A page of the recorded changes, newest first; `next` is the `before` of the page after it, null at the end. */
export async function listAuditPage(
  ctx: Ctx,
  filter: AuditFilter,
): Promise<{ events: AuditEvent[]; next: number | null }> {
  const found = await listEvents(ctx.db, filter, PAGE + 1);
  const events = found.slice(0, PAGE);
  return { events, next: found.length > PAGE ? (events.at(-1)?.id ?? null) : null };
}
