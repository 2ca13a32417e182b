import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { wholeNumber } from '../../lib/address/table-search.ts';

/** What a new bulk change is about, kept in the address beside the filter of the tenant list. */
export interface BulkSearch {
  /** Ids, joined by dots. */
  tenants?: string;
  undo?: number;
  retry?: number;
  /** The action that is chosen at first. */
  action?: 'commit' | 'setting';
  config?: ConfigKindSlug;
  /** The setting that is chosen at first; no secret. */
  change?: 'set' | 'add';
  key?: string;
  value?: string;
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
    ...(search.action === 'commit' || search.action === 'setting' ? { action: search.action } : null),
    ...(search.change === 'set' || search.change === 'add' ? { change: search.change } : null),
    ...textIn(search, 'key'),
    ...textIn(search, 'value'),
    ...(config ? { config } : null),
  };
}

/** Texts that look like a number or a truth value arrive as one. */
function textIn<Name extends 'key' | 'value'>(
  search: Record<string, unknown>,
  name: Name,
): Partial<Record<Name, string>> {
  const text = search[name];
  if (typeof text !== 'string' && typeof text !== 'number' && typeof text !== 'boolean') return {};
  return { [name]: String(text).slice(0, 1000) } as Record<Name, string>;
}
