import { BOARD_STATES, type BoardState } from '@mission-control/contract/config/drift';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { DRIFT_STATES, type DriftState } from '@mission-control/contract/config/rules';
import { BY_NAME, readTableSearch, type TableSearch } from '../../../lib/address/table-search.ts';

/** What the drift page shows: the board, or one of these. */
const VIEWS = ['differences', 'servers'] as const;
export type DriftView = 'board' | (typeof VIEWS)[number];

/** The sorts that the address omits: on the board, tenants with the most to look at first. */
export const USUAL_SORT = {
  board: { column: 'open', direction: 'desc' },
  differences: { column: 'tenants', direction: 'desc' },
  servers: BY_NAME,
} as const;

/** Search, sort, page and filters of the drift page, kept in the address. */
export interface DriftSearch extends TableSearch {
  view?: (typeof VIEWS)[number];
  state?: BoardState | DriftState;
  config?: ConfigKindSlug;
}

/** Parses the address; invalid values are omitted. */
export function driftSearch(search: Record<string, unknown>): DriftSearch {
  const state = [...BOARD_STATES, ...DRIFT_STATES].find((one) => one === search.state);
  const view = VIEWS.find((one) => one === search.view);
  const config = typeof search.config === 'string' ? findConfigKind(search.config)?.slug : undefined;
  return {
    ...readTableSearch(search, USUAL_SORT[view ?? 'board']),
    ...(view === undefined ? null : { view }),
    ...(state === undefined ? null : { state }),
    ...(config === undefined ? null : { config }),
  };
}

type Word = { label: string; meaning: 'notice' | 'bad' | 'warn' | 'good' | 'plain'; title: string };

/** Labels of the states of servers. */
export const DRIFT_WORDS: Readonly<Record<DriftState, Word>> = {
  unknown: {
    label: 'Unknown here',
    meaning: 'notice',
    title: 'A file on the server, but the config was never committed',
  },
  changed: { label: 'Changed there', meaning: 'bad', title: 'Differs from the committed file' },
  missing: { label: 'Missing there', meaning: 'warn', title: 'The committed file is gone' },
};

/** Labels of the states of configs. */
export const BOARD_WORDS: Readonly<Record<BoardState, Word>> = {
  failing: { label: 'Failing', meaning: 'bad', title: 'The last commit failed or ended part-way' },
  changed: { ...DRIFT_WORDS.changed, title: 'Servers hold a different file from the committed one, or none' },
  unknown: DRIFT_WORDS.unknown,
  waiting: { label: 'Waiting', meaning: 'warn', title: 'Saved changes wait for a commit' },
  committed: { label: 'Committed', meaning: 'good', title: 'Servers have what is saved' },
  nothing: { label: 'Nothing', meaning: 'plain', title: 'Nothing is saved, and servers have no file' },
};
