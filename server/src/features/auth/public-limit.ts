import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { ipKey } from './throttle.ts';

const MINUTE_MS = 60_000;
/** Calls per address and minute. A user who fills in a mapping saves every few seconds. */
export const CALLS_A_MINUTE = {
  'mapping.read': 240,
  'mapping.save': 120,
  debug: 30,
  link: 30,
  passkey: 30,
  'single-sign-on': 60,
  'provider-logout': 600,
} as const;

interface Counter {
  since: number;
  calls: number;
}

/** Counters of the process, by database, since tests have several. Addresses are hashed into a fixed number of counters. */
const kept = new WeakMap<object, Map<string, Counter>>();

/**
 * Rate-limits calls that need no sign-in, per address and minute.
 * @param ip address of the request; an IPv6 /64 network counts as one
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
