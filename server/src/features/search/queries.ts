import type { SearchResult } from '@mission-control/contract/search/schema';
import { sql } from 'drizzle-orm';
import { rows, type Db } from '../../platform/database/database.ts';
import { tenants } from '../tenants/public.ts';

// starts_with and strpos know no wildcards, so nothing of what was typed needs escaping.

/** Tenants whose name begins with the text. @param key the text, folded as stored names are. */
export async function findTenantsByPrefix(db: Db, key: string, limit: number): Promise<SearchResult[]> {
  return rows<SearchResult>(
    db,
    sql`
      select ${tenants.id} as id, ${tenants.name} as name
      from ${tenants}
      where ${tenants.deletedAt} is null and starts_with(${tenants.nameKey}, ${key})
      order by ${tenants.nameKey}, ${tenants.id}
      limit ${limit}`,
  );
}

/**
 * Tenants whose name contains the text: names that begin with it first, then those with a word that does, then the rest.
 * @param key the text, folded as stored names are.
 */
export async function findTenantsByName(db: Db, key: string, limit: number): Promise<SearchResult[]> {
  // Measured on 10,000 tenants: reading all names takes about 2 ms embedded, so no index for substrings is kept.
  return rows<SearchResult>(
    db,
    sql`
      select ${tenants.id} as id, ${tenants.name} as name
      from ${tenants}
      where ${tenants.deletedAt} is null and strpos(${tenants.nameKey}, ${key}) > 0
      order by case when starts_with(${tenants.nameKey}, ${key}) then 0
                    when strpos(${tenants.nameKey}, ${` ${key}`}) > 0 then 1
                    else 2 end,
               ${tenants.nameKey}, ${tenants.id}
      limit ${limit}`,
  );
}
