import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { wholeNumber } from '../../lib/address/table-search.ts';

/** What a new bulk change is about, kept in the address beside the filter of the tenant list. */
export interface BulkSearch {
  /** Ids, joined by dots. */
  tenants?: string;
  undo?: number;
  retry?: number;
  /** The action that is chosen at first. */
  action?: 'commit';
  config?: ConfigKindSlug;
}

/** Parses the address; invalid values are omitted. */
export function bulkSearch(search: Record<string, unknown>): BulkSearch {
  const [undo, retry] = [wholeNumber(search.undo), wholeNumber(search.retry)];
  const config = typeof search.config === 'string' ? findConfigKind(search.config)?.slug : undefined;
  const named = typeof search.tenants === 'number' ? String(search.tenants) : search.tenants;
  return {
    ...(typeof named === 'string' && /^\d+(\.\d+)*$/.test(named) ? { tenants: named } : null),
    ...(undo > 0 ? { undo } : null),
    ...(retry > 0 ? { retry } : null),
    ...(search.action === 'commit' ? { action: 'commit' as const } : null),
    ...(config ? { config } : null),
  };
}
