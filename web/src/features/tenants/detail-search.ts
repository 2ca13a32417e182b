import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';

/** What of a tenant's page is in the address. */
export interface TenantDetailSearch {
  /** The open tab; the services without it. */
  tab?: 'changes';
  /** The config whose commit is being reviewed. */
  commit?: ConfigKindSlug;
}

/** Reads the address; what makes no sense is left out. */
export function tenantDetailSearch(search: Record<string, unknown>): TenantDetailSearch {
  if (search.tab === 'changes') return { tab: 'changes' };
  const kind = typeof search.commit === 'string' ? findConfigKind(search.commit) : undefined;
  return kind ? { commit: kind.slug } : {};
}
