import { foldName } from '@mission-control/contract/search/rules';
import type { SearchResult } from '@mission-control/contract/search/schema';
import type { Ctx } from '../../platform/context.ts';
import { currentNames } from './kept-names.ts';
import { rankNames } from './rank-names.ts';

/** Suggestions shown for one text; more would not be read. */
const LIMIT = 20;

/** Suggests tenants for what was typed, best match first. */
export async function searchTenants(ctx: Ctx, text: string): Promise<{ results: SearchResult[] }> {
  // Half a character must not find the other half in a name.
  const key = foldName(text.toWellFormed());
  if (key === '') return { results: [] };
  const found = rankNames(await currentNames(ctx), key, LIMIT);
  return { results: found.map(({ id, name }) => ({ id, name })) };
}
