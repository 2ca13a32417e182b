import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { wholeNumber } from '../../lib/address/table-search.ts';

const FIRST_ACTIONS = ['commit', 'setting', 'take-over', 'validate'] as const;

/** What a new bulk change is about, kept in the address beside the filter of the tenant list. */
export interface BulkSearch {
  /** Ids, joined by dots. */
  tenants?: string;
  /** A difference of the drift board, by its id. */
  difference?: string;
  /** A state of the drift board, or `any`: the tenants whose `config` is in it. */
  drift?: string;
  undo?: number;
  retry?: number;
  /** The initial action. */
  action?: (typeof FIRST_ACTIONS)[number];
  config?: ConfigKindSlug;
  /** The initial setting; no secret. */
  change?: 'set' | 'add';
  key?: string;
  value?: string;
}

/** Parses the address; invalid values are omitted. */
export function bulkSearch(search: Record<string, unknown>): BulkSearch {
  const [undo, retry] = [wholeNumber(search.undo), wholeNumber(search.retry)];
  const config = typeof search.config === 'string' ? findConfigKind(search.config)?.slug : undefined;
  const action = FIRST_ACTIONS.find((one) => one === search.action);
  const [difference, drift] = [wordOf(search.difference), wordOf(search.drift)];
  const [key, value] = [textOf(search.key), textOf(search.value)];
  const named = typeof search.tenants === 'number' ? String(search.tenants) : search.tenants;
  return {
    ...(typeof named === 'string' && /^\d+(\.\d+)*$/.test(named) ? { tenants: named } : null),
    ...(undo > 0 ? { undo } : null),
    ...(retry > 0 ? { retry } : null),
    ...(action ? { action } : null),
    ...(difference && { difference }),
    ...(drift && { drift }),
    ...(search.change === 'set' || search.change === 'add' ? { change: search.change } : null),
    ...(key === null ? null : { key }),
    ...(value === null ? null : { value }),
    ...(config ? { config } : null),
  };
}

const wordOf = (value: unknown) => (typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? value : null);

/** Texts that look like a number or boolean arrive as one. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, 1000)
    : null;
