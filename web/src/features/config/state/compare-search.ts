import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { comparedIds, MAX_COMPARED } from '@mission-control/contract/config/compared-ids';

/** What is compared and which rows are shown, kept in the address. */
export interface CompareSearch {
  /** Without it, all configs of one tenant. */
  service?: ConfigKindSlug;
  /** Comma-separated ids. */
  tenants?: string;
  /** With the default template. */
  template?: true;
  /** Also the settings that are equal everywhere. */
  show?: 'all';
  q?: string;
}

/** Parses the address; invalid values are omitted. */
export function compareSearch(search: Record<string, unknown>): CompareSearch {
  const text = typeof search.tenants === 'number' ? String(search.tenants) : search.tenants;
  const ids = typeof text === 'string' && /^[\d,]+$/.test(text) ? comparedIds(text).filter(isId) : [];
  const kind = typeof search.service === 'string' ? findConfigKind(search.service) : undefined;
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : '';
  return {
    ...(kind ? { service: kind.slug } : null),
    ...(ids.length > 0 ? { tenants: ids.slice(0, MAX_COMPARED).join(',') } : null),
    ...(search.template === true && kind ? { template: true as const } : null),
    ...(search.show === 'all' ? { show: 'all' as const } : null),
    ...(q === '' ? null : { q }),
  };
}

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647;
