// The scripted behaviour of the sites of bench/monitors/monitors.ts, which the prober's findings are compared with.
import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';

export const MONITORS = 5_000;
/** Number of TCP ports, shared by every fifth monitor. */
export const TCP_PORTS = 50;
/** The first interval starts the checks and is not measured. */
export const WARM_UP_MS = CHECK_INTERVAL_MS;
/** End of the last outage, relative to the beginning; two successes confirm it within 40 s. */
const LAST_END_MS = 100_000;
export const MIN_RUN_MS = LAST_END_MS + 3 * CHECK_INTERVAL_MS;

/** A temporary fault of a site, in ms since the beginning. */
interface Trouble {
  from: number;
  to: number;
  how: 'status' | 'reset' | 'silent' | 'refused';
  /** Long enough for three consecutive failures; otherwise at most two fit. */
  outage: boolean;
}

export const hostOf = (index: number): string => `m-${index}.bench.example`;
export const indexOf = (host: string): number => Number(/^m-(\d+)\./.exec(host)?.[1] ?? -1);
export const isTcp = (index: number): boolean => index % 5 === 4;
/** Index of the TCP port a monitor checks. */
export const portOf = (index: number): number => Math.floor(index / 5) % TCP_PORTS;

const WAYS = ['status', 'reset', 'silent'] as const;

/** The scripted fault of a monitor; null when its site is always healthy. */
export function troubleOf(index: number): Trouble | null {
  if (isTcp(index)) return troubleAt(portOf(index), portOf(index) % 10 === 3, portOf(index) % 10 === 7, 'refused');
  const how = WAYS[Math.floor(index / 40) % WAYS.length] ?? 'status';
  return troubleAt(index, index % 40 === 1, index % 40 === 21, how);
}

function troubleAt(seed: number, long: boolean, short: boolean, how: Trouble['how']): Trouble | null {
  if (!long && !short) return null;
  const from = LAST_END_MS - 75_000 + ((seed * 37) % 10_000);
  return { from, to: from + (long ? 65_000 : 30_000), how, outage: long };
}

/** The current fault of a site; null when it is healthy. */
export function troubleNow(index: number, now: number): Trouble['how'] | null {
  const trouble = troubleOf(index);
  return trouble && now >= trouble.from && now < trouble.to ? trouble.how : null;
}
