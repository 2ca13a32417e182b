/** Interval between checks of an active monitor. */
export const CHECK_INTERVAL_MS = 20_000;
/** Default check settings of a monitor. */
export const CHECK_DEFAULTS = {
  path: '/',
  expected_status: 200,
  /** Null: the body is not read. */
  expected_text: null,
  timeout_ms: 10_000,
  /** Consecutive failures until a monitor is offline, and successes until it is online again. */
  failures_to_down: 3,
  successes_to_up: 2,
  /** Responses that take longer are slow. */
  slow_ms: 1_500,
} as const;
/** Certificates that expire sooner raise a warning. */
export const CERTIFICATE_WARNING_DAYS = 14;

/** Monitors per page of the list. */
export const MONITORS_AT_ONCE = 60;

/** Displayed states; `waiting`: active but not checked yet. */
export const MONITOR_STATES = ['down', 'warning', 'up', 'inactive', 'waiting'] as const;
export type MonitorState = (typeof MONITOR_STATES)[number];
/** The order of the list: the worst first. */
export const WORST_FIRST: readonly MonitorState[] = ['down', 'warning', 'waiting', 'up', 'inactive'];

/** Inputs of `shownState`. */
export interface MonitorFacts {
  active: number;
  /** Why its site is intentionally closed (C-128). */
  closed?: 'maintenance' | 'inactive' | null;
  status: number;
  warning_count: number;
  last_online: string | null;
  last_offline: string | null;
  last_check: string | null;
}

export interface ShownState {
  state: MonitorState;
  word: 'UP' | 'WARNING' | 'DOWN' | 'WAITING' | 'OFF' | 'MAINTENANCE' | 'INACTIVE';
  colour: 'green' | 'yellow' | 'red' | 'grey';
  /** The time shown after "since"; null: none. */
  since: string | null;
}

const closedWords = { maintenance: 'MAINTENANCE', inactive: 'INACTIVE' } as const;

/** Displayed state of a monitor; the first matching rule wins [MON-07..10] (C-096). */
export function shownState(monitor: MonitorFacts): ShownState {
  const { active, status, warning_count: warnings, last_online: online, last_offline: offline } = monitor;
  // The documents' UP applies only to monitors that were up once.
  if (active !== 1 && online === null) return { state: 'inactive', word: 'OFF', colour: 'grey', since: null };
  if (active !== 1) return { state: 'inactive', word: 'UP', colour: 'grey', since: offline };
  if (monitor.closed) return { state: 'inactive', word: closedWords[monitor.closed], colour: 'grey', since: null };
  if (online === null && offline === null) return { state: 'waiting', word: 'WAITING', colour: 'grey', since: null };
  if (status === 1 && warnings === 0) return { state: 'up', word: 'UP', colour: 'green', since: offline };
  if (status === 1) return { state: 'warning', word: 'WARNING', colour: 'yellow', since: monitor.last_check };
  return { state: 'down', word: 'DOWN', colour: 'red', since: online };
}

/** Status word on the detail page [MON-11] (C-096). */
export const onlineWord = (status: number): 'ONLINE' | 'OFFLINE' => (status === 1 ? 'ONLINE' : 'OFFLINE');

/** A month of UTC: `2026-10`. */
export const UPTIME_MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

/** Time ranges of charts. */
export const MONITOR_RANGES = ['24h', '7d', '30d', '90d'] as const;
export type MonitorRange = (typeof MONITOR_RANGES)[number];

/** Limits of an imported list of settings. */
export const CHECKS_LIST_BYTES = 256 * 1024;
/** Limited because the audit event lists each monitor with its previous settings. */
export const MAX_MONITORS_CHANGED = 1_000;
