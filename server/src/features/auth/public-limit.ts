import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { ipKey } from './throttle.ts';

const MINUTE_MS = 60_000;
/** Calls of one address within a minute. A person who fills in a mapping makes a save every few seconds. */
export const CALLS_A_MINUTE = { 'mapping.read': 240, 'mapping.save': 120, debug: 30 } as const;

interface Counter {
  /** Ms since 1970. */
  since: number;
  calls: number;
}

/** The counters of a process, by its database, since tests have several. Addresses share a fixed number of them. */
const kept = new WeakMap<object, Map<string, Counter>>();

/**
 * Counts a call that needs no sign-in, and refuses more than an address may make in a minute.
 * @param ip as the request tells it; all of an IPv6 network of 64 bits count as one
 * @throws AppError('too_many_attempts')
 */
export function limitPublicCalls(ctx: Ctx, use: keyof typeof CALLS_A_MINUTE, ip: string): void {
  const counters = kept.get(ctx.db) ?? new Map<string, Counter>();
  kept.set(ctx.db, counters);
  const key = `${use} ${ipKey(ip)}`;
  const now = ctx.clock.now().getTime();
  const before = counters.get(key);
  const counter = before && now - before.since < MINUTE_MS ? before : { since: now, calls: 0 };
  counter.calls += 1;
  counters.set(key, counter);
  if (counter.calls <= CALLS_A_MINUTE[use]) return;
  const seconds = Math.ceil((counter.since + MINUTE_MS - now) / 1000);
  throw new AppError('too_many_attempts', `Too many calls came from your address. Try again in ${seconds} s.`);
}
