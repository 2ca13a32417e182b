import { createHash } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { canonicalName } from './accounts.ts';
import { clearCounter, lockCounters, saveCounter, type Counter } from './queries-throttle.ts';

const FREE_FAILURES = 5;
const WINDOW_MS = 5 * 60_000;
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 15 * 60_000;
/** A throttled counter is reset after this time without an attempt. */
export const QUIET_MS = 60 * 60_000;

/**
 * The counter after one more failure: five within five minutes are free, then each one doubles the wait, up to 15 minutes. Never a hard
 * lock, which would let anybody lock a colleague out (CWE-645).
 */
export function countFailure(counter: Counter | undefined, now: Date): Counter {
  const forgotten =
    !counter ||
    (counter.failures < FREE_FAILURES
      ? now.getTime() - counter.since.getTime() > WINDOW_MS
      : now.getTime() - counter.lastAt.getTime() > QUIET_MS);
  const failures = forgotten ? 1 : counter.failures + 1;
  const over = failures - FREE_FAILURES;
  const delay = over < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** Math.min(over, 20), MAX_DELAY_MS);
  return {
    failures,
    since: forgotten ? now : counter.since,
    lastAt: now,
    blockedUntil: delay === 0 ? null : new Date(now.getTime() + delay),
  };
}

/** 65,536 buckets per kind: a flood of invented names can neither grow the table nor evict a counter. */
function bucket(kind: 'account' | 'ip', value: string): string {
  return `${kind}:${createHash('sha256').update(value).digest('hex').slice(0, 4)}`;
}

export const accountKey = (user: string): string => bucket('account', canonicalName(user));

/** One counter per IPv4 address or IPv6 /64, the usual allocation of one customer. */
export function ipKey(ip: string): string {
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!mapped.includes(':')) return bucket('ip', mapped);
  const [head = '', tail] = mapped.split('::');
  const left = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - (tail === '' ? 0 : tail.split(':').length);
  const groups = [...left, ...Array<string>(Math.max(missing, 0)).fill('0'), ...(tail ? tail.split(':') : [])];
  return bucket(
    'ip',
    groups
      .slice(0, 4)
      .map((group) => parseInt(group, 16).toString(16))
      .join(':'),
  );
}

/** State of an attempt: seconds to wait (0: proceed), and whether it was the last one before a wait. */
export interface Attempt {
  waitSeconds: number;
  lastBeforeWait: boolean;
}

const secondsUntil = (at: Date | null, now: Date): number =>
  at ? Math.ceil((at.getTime() - now.getTime()) / 1000) : 0;

/**
 * Counts an attempt before its password is checked, so that concurrent guesses are limited to five; after a crash it stays counted.
 * `forgive` reverts it after a success.
 */
export async function countAttempt(ctx: Ctx, user: string, ip: string): Promise<Attempt> {
  const now = ctx.clock.now();
  return inUnauditedTransaction(ctx, async ({ db }) => {
    const counters = await lockCounters(db, [accountKey(user), ipKey(ip)], now);
    const waits = counters.map(({ counter }) => secondsUntil(counter?.blockedUntil ?? null, now));
    const waitSeconds = Math.max(0, ...waits);
    if (waitSeconds > 0) return { waitSeconds, lastBeforeWait: false };
    const counted = counters.map(({ key, counter }) => ({ key, counter: countFailure(counter, now) }));
    for (const { key, counter } of counted) await saveCounter(db, key, counter);
    return { waitSeconds: 0, lastBeforeWait: counted.some(({ counter }) => counter.blockedUntil !== null) };
  });
}

/** After a success: resets the account; the address only gets this attempt back, otherwise an attacker could sign in between guesses. */
export async function forgive(ctx: Ctx, user: string, ip: string): Promise<void> {
  await inUnauditedTransaction(ctx, async ({ db }) => {
    const keys = [accountKey(user), ipKey(ip)];
    const counters = await lockCounters(db, keys, ctx.clock.now());
    await clearCounter(db, accountKey(user));
    const address = counters.find(({ key }) => key === ipKey(ip))?.counter;
    if (address) await saveCounter(db, ipKey(ip), { ...address, failures: address.failures - 1, blockedUntil: null });
  });
}
