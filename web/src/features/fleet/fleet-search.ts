import { FLEET_KINDS, KIND_WORDS, type FleetKind } from '@mission-control/contract/fleet/kinds';
import { BY_NAME, readTableSearch, type TableSearch } from '../../lib/address/table-search.ts';

/** Search, sort, page and open item of a fleet page, kept in the address. */
export interface FleetSearch extends TableSearch {
  /** Key of the item whose form is open; `new` for a new one. Bookmarks contain the name `thing`. */
  thing?: string;
}

/** Parses the address; invalid values are omitted. */
export function fleetSearch(search: Record<string, unknown>): FleetSearch {
  const { thing } = search;
  const isKey = typeof thing === 'number' || (typeof thing === 'string' && thing !== '');
  return { ...readTableSearch(search, BY_NAME), ...(isKey ? { thing: String(thing) } : null) };
}

/** The kind in the address: `database-hosts`. */
export const pageOfKind = (kind: FleetKind): string => KIND_WORDS[kind].tab.toLowerCase().replace(' ', '-');

export const kindOfPage = (page: string | undefined): FleetKind | undefined =>
  FLEET_KINDS.find((kind) => pageOfKind(kind) === page);
