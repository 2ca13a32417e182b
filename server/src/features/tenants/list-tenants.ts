import { createHash } from 'node:crypto';
import { PreparedJson } from '../../platform/calls/handler.ts';
import { readTopicVersion } from '../../platform/events/topic-versions.ts';
import type { Ctx } from '../../platform/context.ts';
import { listTenantRows } from './queries-list.ts';

/** The last prepared list and the state of the database it was made from; one per database, since tests have several. */
const prepared = new WeakMap<object, { version: number; answer: PreparedJson }>();

/**
 * The tenant list as ready JSON. Every change of a tenant counts the topic `tenants` up in its own transaction, so a list is
 * fresh exactly as long as that number stands, whichever process wrote; one row read per request proves it.
 */
export async function listTenantsPrepared(ctx: Ctx): Promise<PreparedJson> {
  const version = await readTopicVersion(ctx.db, 'tenants');
  const kept = prepared.get(ctx.db);
  if (kept?.version === version) return kept.answer;
  const json = Buffer.from(JSON.stringify({ tenants: await listTenantRows(ctx.db) }));
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  const answer = new PreparedJson(json, etag);
  // The version was read before the rows, so a list that already holds a newer change is only made once more than needed.
  prepared.set(ctx.db, { version, answer });
  return answer;
}

/** Drops the prepared list, for changes made behind the console's back. */
export function forgetPreparedTenants(ctx: Ctx): void {
  prepared.delete(ctx.db);
}
