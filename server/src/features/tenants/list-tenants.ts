import { createHash } from 'node:crypto';
import { PreparedJson } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { keptByTopic } from '../../platform/events/kept-by-topic.ts';
import { listTenantRows } from './queries-list.ts';

const list = keptByTopic('tenants', async (db) => {
  const json = Buffer.from(JSON.stringify({ tenants: await listTenantRows(db) }));
  return new PreparedJson(json, `"${createHash('sha256').update(json).digest('base64url')}"`);
});

/** The tenant list as ready JSON, made again only when a tenant has changed (0011). */
export const listTenantsPrepared = (ctx: Ctx): Promise<PreparedJson> => list.read(ctx.db, ctx.topicVersions);

/** Drops the prepared list, for changes made behind the console's back. */
export const forgetPreparedTenants = (ctx: Ctx): void => list.forget(ctx.db);
