import {
  MONITOR_RANGES,
  MONITOR_STATES,
  type MonitorRange,
  type MonitorState,
} from '@mission-control/contract/monitors/rules';

/** Filters of the list, kept in the address. */
export interface MonitorListSearch {
  q?: string;
  state?: MonitorState;
}

/** Parses the address of the list; invalid values are omitted. */
export function monitorListSearch({ q, state }: Record<string, unknown>): MonitorListSearch {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim() : '';
  const known = MONITOR_STATES.find((one) => one === state);
  return { ...(text === '' ? null : { q: text }), ...(known === undefined ? null : { state: known }) };
}

/** Parses the address of a monitor: the range of its charts; 24 hours, the default, is omitted. */
export function monitorSearch({ range }: Record<string, unknown>): { range?: MonitorRange } {
  const known = MONITOR_RANGES.find((one) => one === range);
  return known === undefined || known === '24h' ? {} : { range: known };
}
