import { foldName } from '@mission-control/contract/search/rules';
import type { SearchResult } from '@mission-control/contract/search/schema';
import type { Ctx } from '../../platform/context.ts';
import { findTenantsByName } from './queries.ts';

/** Suggestions shown for one text; more would not be read. */
const LIMIT = 20;

/** Suggests tenants for what was typed, best match first. */
export async function searchTenants(ctx: Ctx, text: string): Promise<{ results: SearchResult[] }> {
  return { results: await findTenantsByName(ctx.db, foldName(text), LIMIT) };
}
