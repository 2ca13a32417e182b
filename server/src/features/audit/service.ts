import type { AuditEvent, AuditFilter } from '@mission-control/contract/audit/calls';
import type { Ctx } from '../../platform/context.ts';
import { listEvents } from './queries.ts';

const PAGE_SIZE = 50;

/** A page of audit events, newest first. `next` is the `before` of the next page; null on the last one. */
export async function listAuditPage(
  ctx: Ctx,
  filter: AuditFilter,
): Promise<{ events: AuditEvent[]; next: number | null }> {
  const found = await listEvents(ctx.db, filter, PAGE_SIZE + 1);
  const events = found.slice(0, PAGE_SIZE).map((event) => ({
    ...event,
    before: withoutHashes(ctx, event.before),
    after: withoutHashes(ctx, event.after),
  }));
  return { events, next: found.length > PAGE_SIZE ? (events.at(-1)?.id ?? null) : null };
}

/** Facts holding the plain hash of a published file: secrets in the file could be brute-forced against it. */
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
