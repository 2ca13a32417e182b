import { foldName } from '@mission-control/contract/search/rules';
import type { SearchResult } from '@mission-control/contract/search/calls';
import { readTenantNames, type TenantName } from '../../fleet/tenant-names.ts';
import type { Ctx } from '../../platform/context.ts';

const MAX_RESULTS = 20;

/** Tenants matching a text, best match first. */
export async function searchTenants(ctx: Ctx, text: string): Promise<{ results: SearchResult[] }> {
  // A lone surrogate must not match half a character of a name.
  const key = foldName(text.toWellFormed());
  if (key === '') return { results: [] };
  const found = rankNames(await readTenantNames(ctx.db, ctx.topicVersions), key, MAX_RESULTS);
  return { results: found.map(({ id, name }) => ({ id, name })) };
}

/**
 * Names that contain the text: first those that start with it, then those with a word that starts with it, then the rest. Stable within a
 * rank.
 * @param key the folded text, taken literally
 */
export function rankNames(all: readonly TenantName[], key: string, limit: number): TenantName[] {
  const wordStart = ` ${key}`;
  const prefixes: TenantName[] = [];
  const words: TenantName[] = [];
  const others: TenantName[] = [];
  for (const row of all) {
    const at = row.nameKey.indexOf(key);
    if (at === -1) continue;
    if (at === 0) {
      prefixes.push(row);
      // No later name can rank higher.
      if (prefixes.length === limit) return prefixes;
    } else if (words.length < limit && row.nameKey.includes(wordStart, at - 1)) words.push(row);
    else if (others.length < limit) others.push(row);
  }
  return [...prefixes, ...words, ...others].slice(0, limit);
}
