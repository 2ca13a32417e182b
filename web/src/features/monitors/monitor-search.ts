import {
  MONITOR_RANGES,
  MONITOR_STATES,
  type MonitorRange,
  type MonitorState,
} from '@mission-control/contract/monitors/rules';
import { searchText } from '../../lib/address/table-search.ts';

/** Filters of the list, kept in the address. */
export interface MonitorListSearch {
  q?: string;
  state?: MonitorState;
}

/** Parses the address of the list; invalid values are omitted. */
export function monitorListSearch(search: Record<string, unknown>): MonitorListSearch {
  const q = searchText(search.q);
  const state = MONITOR_STATES.find((known) => known === search.state);
  return { ...(q && { q }), ...(state && { state }) };
}

/** Parses the address of a monitor: the range of its charts; 24 hours, the default, is omitted. */
export function monitorSearch(search: Record<string, unknown>): { range?: MonitorRange } {
  const range = MONITOR_RANGES.find((known) => known === search.range);
  return range && range !== '24h' ? { range } : {};
}
