import type { Transaction } from '../../platform/database/database.ts';
import { relationsSeenFrom } from '../relations/public.ts';
import { announceAll } from './queries.ts';
import { findTenantFacts } from './queries-detail.ts';

/** Topics of so many tenants fit into one announcement; beyond it all screens are told to read again. */
const ANNOUNCED = 200;

/** What becomes stale when a tenant comes or goes: the lists, its own page, and the pages of the tenants it is related to. */
export async function topicsAround(db: Transaction, id: number): Promise<string[]> {
  const facts = await findTenantFacts(db, id);
  const related = relationsSeenFrom(id, facts?.relations ?? []).map((relation) => relation.tenant_right);
  if (related.length > ANNOUNCED) await announceAll(db);
  return ['tenants', ...[id, ...related.slice(0, ANNOUNCED)].map((tenant) => `tenant:${tenant}`)];
}
