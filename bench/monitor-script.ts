// What the sites of bench/monitors.ts do when: the truth that the prober's findings are held against.
import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';

export const MONITORS = 5_000;
/** Every fifth monitor checks a TCP port; so many of them share one. */
export const TCP_PORTS = 50;
/** The first interval brings the checks under way and is not measured. */
export const WARM_UP_MS = CHECK_INTERVAL_MS;
/** The last outage is over so long after the beginning, and two good answers have shown it 40 s later. */
const LAST_END_MS = 100_000;
export const SHORTEST_RUN_MS = LAST_END_MS + 3 * CHECK_INTERVAL_MS;

/** What is wrong with a site for a while, in ms since the beginning. */
interface Trouble {
  from: number;
  to: number;
  how: 'status' | 'reset' | 'silent' | 'refused';
  /** Long enough for three failures in a row; otherwise at most two can fall into it. */
  outage: boolean;
}

export const hostOf = (index: number): string => `m-${index}.bench.example`;
export const indexOf = (host: string): number => Number(/^m-(\d+)\./.exec(host)?.[1] ?? -1);
export const isTcp = (index: number): boolean => index % 5 === 4;
/** Which of the TCP ports a monitor checks. */
export const portOf = (index: number): number => Math.floor(index / 5) % TCP_PORTS;

const WAYS = ['status', 'reset', 'silent'] as const;

/** What the script has for a monitor; null when its site is always well. */
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

/** What is wrong with a site now; null when nothing is. */
export function troubleNow(index: number, now: number): Trouble['how'] | null {
  const trouble = troubleOf(index);
  return trouble && now >= trouble.from && now < trouble.to ? trouble.how : null;
}
