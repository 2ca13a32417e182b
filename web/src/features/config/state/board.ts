import {
  BOARD_STATES,
  type Board,
  type BoardCell,
  type BoardGroup,
  type BoardState,
  type BoardTenant,
} from '@mission-control/contract/config/drift';
import { CONFIG_KINDS, type ConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { defaultStringifySearch } from '@tanstack/react-router';
import { findRows } from '../../../lib/address/table-search.ts';
import type { DriftSearch } from './drift-search.ts';

/** Visible text of a tenant's row. */
export const boardTexts = ({ tenant_name: name, cells }: BoardTenant): readonly string[] => [
  name,
  ...cells.flatMap(({ hosts, waiting }) => [...hosts.map(({ host }) => host), waiting?.by ?? '']),
];

interface BoardFilter {
  state?: DriftSearch['state'] | undefined;
  config?: ConfigKindSlug | undefined;
}

/** `missing` is a kind of `changed` on the board. */
export const boardState = (state: DriftSearch['state']): BoardState | undefined =>
  state === 'missing' ? 'changed' : state;

/** Tenants that have such a config. */
export function boardRows(tenants: readonly BoardTenant[], filter: BoardFilter): readonly BoardTenant[] {
  const { config } = filter;
  const wanted = boardState(filter.state);
  if (wanted === undefined && config === undefined) return tenants;
  return tenants.filter(({ states }) => {
    const found = config === undefined ? Object.values(states) : [states[config] ?? null];
    return found.some((state) => state !== null && (wanted === undefined || state === wanted));
  });
}

/** Configs by state, of one kind or all. */
export function boardTotals(
  { totals, tenants }: Board,
  config: ConfigKindSlug | undefined,
): Record<BoardState, number> {
  if (config === undefined) return totals;
  const counts = Object.fromEntries(BOARD_STATES.map((state) => [state, 0])) as Record<BoardState, number>;
  for (const { states } of tenants) {
    const state = states[config];
    if (state) counts[state] += 1;
  }
  return counts;
}

/** The kinds that some tenant has, in tab order. */
export const kindsOf = (tenants: readonly BoardTenant[]): readonly ConfigKind[] => {
  const found = new Set(tenants.flatMap(({ states }) => Object.keys(states)));
  return CONFIG_KINDS.filter(({ slug }) => found.has(slug));
};

/** Number of a tenant's configs that need attention. */
export const openCount = ({ states }: BoardTenant): number =>
  Object.values(states).filter((state) => state !== 'committed' && state !== 'nothing').length;

export const cellOf = ({ cells }: BoardTenant, service: ConfigKindSlug): BoardCell | undefined =>
  cells.find((cell) => cell.service === service);

/** A difference as text: 'BRIDGE_TIMEOUT 45 to 60'. */
export function differenceText({ what, key, before, after, masked }: BoardGroup): string {
  switch (what) {
    case 'missing':
      return 'The file is missing';
    case 'never':
      return 'Never committed';
    case 'file':
      return 'A file that nobody committed';
    case 'other':
      return 'A different file, but no setting differs';
    case 'setting': {
      const shown = (value: string | null) =>
        value === null ? 'none' : masked ? 'hidden' : value === '' ? 'empty' : value;
      return `${key ?? ''} ${shown(before)} to ${shown(after)}`;
    }
  }
}

/** Bulk changes that the board offers for its configs. */
export type BoardAction = 'commit' | 'take-over' | 'validate';

/** Selects configs of the board: a group, tenants, or what a filter shows. */
interface BoardChoice {
  config: ConfigKindSlug;
  group?: string;
  tenants?: readonly number[];
  state?: DriftSearch['state'] | undefined;
  q?: string | undefined;
}

/** Longer lists of ids do not fit into an address. */
const MAX_IDS = 1000;

/** Address of the bulk change. */
export function boardBulkPath(action: BoardAction, { config, group, tenants, state, q }: BoardChoice): string {
  const which =
    group !== undefined
      ? { difference: group }
      : tenants !== undefined && tenants.length <= MAX_IDS
        ? { tenants: tenants.length === 1 ? tenants[0] : tenants.join('.') }
        : { drift: boardState(state) ?? 'any', ...(q ? { q } : null) };
  return `/bulk/new${defaultStringifySearch({ action, config, ...which })}`;
}

/** Ids of the tenants that such an address selects. */
export function tenantsOfChoice(
  { tenants, groups }: Board,
  { difference, drift, config, q = '' }: { difference?: string; drift?: string; config?: ConfigKindSlug; q?: string },
): number[] {
  if (difference !== undefined) return groups.find(({ id }) => id === difference)?.tenants ?? [];
  const state = BOARD_STATES.find((one) => one === drift);
  return findRows(boardRows(tenants, { state, config }), q, boardTexts).map(({ tenant_id: id }) => id);
}
