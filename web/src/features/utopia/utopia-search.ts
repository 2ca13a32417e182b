import { isBasis, type Basis } from '@mission-control/contract/utopia/prices';
import type { UtopiaFilters } from '@mission-control/contract/utopia/filters';
import { formatSort, parseSort } from '../../lib/address/table-search.ts';
import { isObject } from '../../lib/is-object.ts';

const BY_TENANT = { column: 'tenant_name', direction: 'asc' } as const;

/** The user's choices on the Utopia dashboard, kept in the address; defaults are omitted. */
export interface UtopiaSearch {
  /** Column key, with a minus before it for descending. */
  sort?: string;
  /** Keys of hidden columns. */
  hide?: readonly string[];
  filters?: UtopiaFilters;
  /** Changed prices in pounds, as typed, by feature. */
  prices?: Readonly<Record<string, string>>;
  /** Changed bases by feature. */
  bases?: Readonly<Record<string, Basis>>;
}

const MAX = 100;
const MAX_LENGTH = 200;

/** Parses the address; invalid values are omitted. */
export function utopiaSearch(search: Record<string, unknown>): UtopiaSearch {
  const sort = typeof search.sort === 'string' && /^-?\w+$/.test(search.sort) ? search.sort : '';
  const hide = textsOf(search.hide);
  const filters = entriesOf(search.filters, filterOf);
  const prices = entriesOf(search.prices, textOf);
  const bases = entriesOf(search.bases, (value) => (isBasis(value) ? value : null));
  return {
    ...(sort === '' || sort === formatSort(BY_TENANT) ? null : { sort }),
    ...(hide.length === 0 ? null : { hide }),
    ...(filters && { filters }),
    ...(prices && { prices }),
    ...(bases && { bases }),
  };
}

export const sortOf = (search: UtopiaSearch) => parseSort(search.sort, BY_TENANT);

function entriesOf<Value>(
  input: unknown,
  read: (value: unknown) => Value | null,
): Readonly<Record<string, Value>> | null {
  if (!isObject(input) || Array.isArray(input)) return null;
  const entries = Object.entries(input)
    .slice(0, MAX)
    .flatMap(([key, value]): [string, Value][] => {
      const parsed = /^\w{1,60}$/.test(key) ? read(value) : null;
      return parsed === null ? [] : [[key, parsed]];
    });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_LENGTH) : null;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, MAX) : [];
}

function filterOf(value: unknown): string | readonly string[] | null {
  if (Array.isArray(value)) return value.length === 0 ? null : textsOf(value);
  const text = textOf(value);
  return text === '' ? null : text;
}
