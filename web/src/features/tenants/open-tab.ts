import { tenantDetailSearch } from './detail-search.ts';

/** Which tab of a tenant an address opens: its last word, or what it says of the tenant's own page. */
export function openTab(path: string, search: Record<string, unknown>): string {
  return path.split('/')[3] || (tenantDetailSearch(search).tab ?? 'services');
}
