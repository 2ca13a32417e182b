import { ALERT_STATES, SEVERITIES, type AlertState, type Severity } from '@mission-control/contract/alerts/states';
import { searchText } from '../../lib/address/table-search.ts';

/** Filters of the alerts, kept in the address. */
export interface AlertSearch {
  /** Default: open. */
  state?: Exclude<AlertState, 'open'>;
  severity?: Severity;
  q?: string;
  /** Only alerts that the user has subscribed to. */
  mine?: '1';
}

/** Parses the address; invalid values are omitted. */
export function alertSearch(search: Record<string, unknown>): AlertSearch {
  const q = searchText(search.q);
  const state = ALERT_STATES.find((known) => known === search.state);
  const severity = SEVERITIES.find((known) => known === search.severity);
  return {
    ...(state && state !== 'open' && { state }),
    ...(severity && { severity }),
    ...(q && { q }),
    ...((search.mine === '1' || search.mine === 1) && { mine: '1' as const }),
  };
}
