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
  const events = found.slice(0, PAGE).map((event) => ({
    ...event,
    before: withoutHashes(ctx, event.before),
    after: withoutHashes(ctx, event.after),
  }));
  return { events, next: found.length > PAGE ? (events.at(-1)?.id ?? null) : null };
}

/** Facts of an event that are the plain hash of a published file, whose secrets could be tried out against it. */
const FILE_HASHES = ['hash', 'committed_hash'];
const SHA_256 = /^[0-9a-f]{64}$/;

function withoutHashes({ secrets }: Ctx, facts: unknown): unknown {
  if (facts === null || typeof facts !== 'object' || Array.isArray(facts)) return facts;
  const shown = Object.entries(facts).map(([name, value]: [string, unknown]) =>
    FILE_HASHES.includes(name) && typeof value === 'string' && SHA_256.test(value)
      ? [name, secrets.fingerprint(value)]
      : [name, value],
  );
  return Object.fromEntries(shown);
}
