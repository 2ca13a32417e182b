import {
  MONITOR_RANGES,
  MONITOR_STATES,
  type MonitorRange,
  type MonitorState,
} from '@mission-control/contract/monitors/rules';

/** What of the list is in the address. */
export interface MonitorListSearch {
  q?: string;
  state?: MonitorState;
}

/** Reads the address of the list; what makes no sense is left out. */
export function monitorListSearch({ q, state }: Record<string, unknown>): MonitorListSearch {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim() : '';
  const known = MONITOR_STATES.find((one) => one === state);
  return { ...(text === '' ? null : { q: text }), ...(known === undefined ? null : { state: known }) };
}

/** Reads the address of a monitor: the range of its charts, 24 hours when it names none. */
export function monitorSearch({ range }: Record<string, unknown>): { range?: MonitorRange } {
  const known = MONITOR_RANGES.find((one) => one === range);
  return known === undefined || known === '24h' ? {} : { range: known };
}
