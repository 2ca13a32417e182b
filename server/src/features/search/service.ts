import { foldName } from '@mission-control/contract/search/rules';
import type { SearchResult } from '@mission-control/contract/search/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { createTopicCache } from '../../platform/events/topic-cache.ts';
import { listNames, type NameRow } from './queries.ts';
import { rankNames } from './rank-names.ts';

const names = createTopicCache(TOPIC.tenants, listNames);

/** Names of all tenants, cached until a tenant changes, like the tenant list (0011). */
const currentNames = ({ db, topicVersions }: Ctx): Promise<readonly NameRow[]> => names.read(db, topicVersions);

const MAX_RESULTS = 20;

/** Tenants matching a text, best match first. */
export async function searchTenants(ctx: Ctx, text: string): Promise<{ results: SearchResult[] }> {
  // A lone surrogate must not match half a character of a name.
  const key = foldName(text.toWellFormed());
  if (key === '') return { results: [] };
  const found = rankNames(await currentNames(ctx), key, MAX_RESULTS);
  return { results: found.map(({ id, name }) => ({ id, name })) };
}
