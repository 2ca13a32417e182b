/** Each active monitor is checked this often. */
export const CHECK_INTERVAL_MS = 20_000;
/** Failures in a row that mean offline, successes in a row that mean online again. */
export const FAILURES_TO_DOWN = 3;
export const SUCCESSES_TO_UP = 2;
/** An answer that takes longer is slow. */
export const SLOW_MS = 1_500;
/** A certificate that ends sooner is warned of. */
export const CERTIFICATE_WARNING_DAYS = 14;

/** The states a monitor is shown in; `waiting`: it is active, and nothing is known yet. */
export const MONITOR_STATES = ['down', 'warning', 'up', 'inactive', 'waiting'] as const;
export type MonitorState = (typeof MONITOR_STATES)[number];

/** What the state of a monitor depends on. */
export interface MonitorFacts {
  active: number;
  status: number;
  warning_count: number;
  last_online: string | null;
  last_offline: string | null;
  last_check: string | null;
}

/** A state in words. */
export interface ShownState {
  state: MonitorState;
  word: 'UP' | 'WARNING' | 'DOWN' | 'WAITING' | 'OFF';
  colour: 'green' | 'yellow' | 'red' | 'grey';
  /** The time that stands behind "since"; null: there is none. */
  since: string | null;
}

/** How a monitor is shown; the order decides [MON-07..10] (C-096). */
export function shownState(monitor: MonitorFacts): ShownState {
  const { active, status, warning_count: warnings, last_online: online, last_offline: offline } = monitor;
  // The documents' UP is for what has been up.
  if (active !== 1 && online === null) return { state: 'inactive', word: 'OFF', colour: 'grey', since: null };
  if (active !== 1) return { state: 'inactive', word: 'UP', colour: 'grey', since: offline };
  if (online === null && offline === null) return { state: 'waiting', word: 'WAITING', colour: 'grey', since: null };
  if (status === 1 && warnings === 0) return { state: 'up', word: 'UP', colour: 'green', since: offline };
  if (status === 1) return { state: 'warning', word: 'WARNING', colour: 'yellow', since: monitor.last_check };
  return { state: 'down', word: 'DOWN', colour: 'red', since: online };
}

/** The word of the detail page: status 1 is online [MON-11] (C-096). */
export const onlineWord = (status: number): 'ONLINE' | 'OFFLINE' => (status === 1 ? 'ONLINE' : 'OFFLINE');

/** The stretches of time that charts show. */
export const MONITOR_RANGES = ['24h', '7d', '30d', '90d'] as const;
export type MonitorRange = (typeof MONITOR_RANGES)[number];
