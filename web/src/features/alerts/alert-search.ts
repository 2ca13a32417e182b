import { ALERT_STATES, SEVERITIES, type AlertState, type Severity } from '@mission-control/contract/alerts/states';

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
export function alertSearch({ state, severity, q, mine }: Record<string, unknown>): AlertSearch {
  const known = ALERT_STATES.find((one) => one === state);
  const grave = SEVERITIES.find((one) => one === severity);
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim() : '';
  return {
    ...(known === undefined || known === 'open' ? null : { state: known }),
    ...(grave === undefined ? null : { severity: grave }),
    ...(text === '' ? null : { q: text }),
    ...(mine === '1' || mine === 1 ? { mine: '1' as const } : null),
  };
}
