import { DRIFT_STATES, type DriftState } from '@mission-control/contract/config/rules';
import { BY_NAME, readTableSearch, type TableSearch } from '../../../lib/address/table-search.ts';

/** Search, sort, page and state of the drift list, kept in the address. */
export interface DriftSearch extends TableSearch {
  state?: DriftState;
}

/** Parses the address; invalid values are omitted. */
export function driftSearch(search: Record<string, unknown>): DriftSearch {
  const state = DRIFT_STATES.find((one) => one === search.state);
  return { ...readTableSearch(search, BY_NAME), ...(state === undefined ? null : { state }) };
}

/** The states in words. */
export const DRIFT_WORDS: Readonly<
  Record<DriftState, { label: string; meaning: 'notice' | 'bad' | 'warn'; title: string }>
> = {
  unknown: { label: 'Unknown here', meaning: 'notice', title: 'A file on the server, but nothing was ever committed' },
  changed: { label: 'Changed there', meaning: 'bad', title: 'Another file than the committed one' },
  missing: { label: 'Missing there', meaning: 'warn', title: 'The committed file is gone' },
};
