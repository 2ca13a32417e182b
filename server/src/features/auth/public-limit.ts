import { limitCalls } from '../../platform/calls/limit-calls.ts';
import type { Ctx } from '../../platform/context.ts';
import { ipKey } from './throttle.ts';

/** Calls per address and minute. Filling in a mapping saves every few seconds. */
export const CALLS_A_MINUTE = {
  'mapping.read': 240,
  'mapping.save': 120,
  debug: 30,
  status: 300,
  link: 30,
  passkey: 30,
  'single-sign-on': 60,
  'provider-logout': 600,
} as const;

/**
 * Rate-limits calls that need no sign-in, per address and minute. Addresses are hashed into a fixed number of counters.
 * @param ip address of the request; an IPv6 /64 network counts as one
 * @throws AppError('too_many_attempts')
 */
export function limitPublicCalls(ctx: Ctx, use: keyof typeof CALLS_A_MINUTE, ip: string): void {
  limitCalls(ctx, `${use} ${ipKey(ip)}`, CALLS_A_MINUTE[use], 'Too many calls came from your address');
}
