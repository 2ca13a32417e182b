import type { Transaction } from '../../platform/database/database.ts';
import { relationsSeenFrom } from '../relations/public.ts';
import { findTenantFacts } from './queries-detail.ts';

/** What becomes stale when a tenant comes or goes: the lists, its own page, and the pages of the tenants it is related to. */
export async function topicsAround(db: Transaction, id: number): Promise<string[]> {
  const facts = await findTenantFacts(db, id);
  const related = relationsSeenFrom(id, facts?.relations ?? []).map((relation) => relation.tenant_right);
  return ['tenants', ...[id, ...related].map((tenant) => `tenant:${tenant}`)];
}
