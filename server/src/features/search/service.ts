import { foldName } from '@mission-control/contract/search/rules';
import type { SearchResult } from '@mission-control/contract/search/schema';
import type { Ctx } from '../../platform/context.ts';
import { findTenantsByName, findTenantsByPrefix } from './queries.ts';

/** Suggestions shown for one text; more would not be read. */
const LIMIT = 20;

/** Suggests tenants for what was typed, best match first. */
export async function searchTenants(ctx: Ctx, text: string): Promise<{ results: SearchResult[] }> {
  const key = foldName(text);
  // One letter is in most names: those that begin with it fill the list from the index, and the others need no sorting.
  const best = await findTenantsByPrefix(ctx.db, key, LIMIT);
  if (best.length === LIMIT) return { results: best };
  return { results: await findTenantsByName(ctx.db, key, LIMIT) };
}
