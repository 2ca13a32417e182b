import { hash } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { networkOf } from '../../platform/http/address-rules.ts';
import { canonicalName } from './accounts.ts';
import { clearCounters, lockCounters, saveCounter, type Counter } from './queries-throttle.ts';

const FREE_FAILURES = 5;
const WINDOW_MS = 5 * 60_000;
const FIRST_DELAY_MS = 30_000;
/** The longest wait. */
export const MAX_DELAY_MS = 15 * 60_000;
/** A throttled counter is reset after this time without an attempt; an unused turn is lost. */
export const QUIET_MS = 60 * 60_000;

/** Whether a counter no longer matters. */
const isForgotten = ({ failures, since, lastAt }: Counter, now: Date): boolean =>
  failures < FREE_FAILURES ? now.getTime() - since.getTime() > WINDOW_MS : now.getTime() - lastAt.getTime() > QUIET_MS;

/** Five failures within five minutes are free, then each one doubles the wait, up to 15 minutes. */
function delayAfter(failures: number): number {
  const over = failures - FREE_FAILURES;
  return over < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** Math.min(over, 20), MAX_DELAY_MS);
}

/** The counter after one more failure. Never a hard lock, which would let anybody lock a colleague out (CWE-645). */
function countFailure(counter: Counter | undefined, now: Date): Counter {
  const before = counter && !isForgotten(counter, now) ? counter : undefined;
  const failures = (before?.failures ?? 0) + 1;
  const delay = delayAfter(failures);
  return {
    failures,
    since: before?.since ?? now,
    lastAt: now,
    blockedUntil: delay === 0 ? null : new Date(now.getTime() + delay),
  };
}

type Bucket = 'account' | 'ip' | 'turn' | 'device';

/** 65,536 buckets per kind: a flood of invented names can neither grow the table nor evict a counter. */
function bucket(kind: Bucket, value: string): string {
  return `${kind}:${hash('sha256', value).slice(0, 4)}`;
}

export const accountKey = (user: string): string => bucket('account', canonicalName(user));

/** One counter per IPv4 address or IPv6 /64. */
export const ipKey = (ip: string): string => bucket('ip', networkOf(ip));

/** An attempt: the typed name, the address, and the device if this name has signed in with it before. */
export interface Attempter {
  user: string;
  ip: string;
  /** Id of a known device or session, which is throttled only by its own failures. */
  device?: string | undefined;
}

/** Keys of the counters; a known device has only its own. */
type Counted<Value> = { device: Value } | { account: Value; address: Value; turn: Value };

function keysOf({ user, ip, device }: Attempter): Counted<string> {
  if (device !== undefined) return { device: bucket('device', device) };
  return {
    account: accountKey(user),
    address: ipKey(ip),
    turn: bucket('turn', `${canonicalName(user)}\n${networkOf(ip)}`),
  };
}

/** State of an attempt: seconds to wait (0: proceed), and whether it was the last one before a wait. */
export interface Attempt {
  waitSeconds: number;
  lastBeforeWait: boolean;
}

/** An attempt with the counters to save; undefined ones are removed. */
export interface Judged extends Attempt {
  after: Record<string, Counter | undefined>;
}

const secondsUntil = (at: Date | null | undefined, now: Date): number =>
  at ? Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000)) : 0;

/**
 * Judges an attempt. After five failures on a name, an address from which this name has not signed in must wait for its own turn, which
 * attempts from elsewhere cannot postpone (0096).
 */
export function judge(counters: Counted<Counter | undefined>, now: Date): Judged {
  if ('device' in counters) return judgeOwn({ device: counters.device }, now);
  const { account, address, turn: kept } = counters;
  const isHot = account !== undefined && account.failures >= FREE_FAILURES && !isForgotten(account, now);
  if (!isHot) return judgeOwn({ address }, now, { account });
  const isKept = kept !== undefined && now.getTime() - kept.lastAt.getTime() <= QUIET_MS;
  const turn = isKept ? kept : turnAfter(account, now);
  const waitSeconds = Math.max(secondsUntil(turn.blockedUntil, now), secondsUntil(address?.blockedUntil, now));
  if (waitSeconds > 0) return { waitSeconds, lastBeforeWait: false, after: isKept ? {} : { turn } };
  const judged = judgeOwn({ address }, now, { account });
  return { ...judged, after: { ...judged.after, turn: undefined } };
}

/** Refuses while one of the blocking counters says so; otherwise counts the attempt on all. */
function judgeOwn(
  blocking: Record<string, Counter | undefined>,
  now: Date,
  counting: Record<string, Counter | undefined> = {},
): Judged {
  const waitSeconds = Math.max(...Object.values(blocking).map((counter) => secondsUntil(counter?.blockedUntil, now)));
  if (waitSeconds > 0) return { waitSeconds, lastBeforeWait: false, after: {} };
  const counted = Object.entries({ ...blocking, ...counting }).map(
    ([kind, counter]) => [kind, countFailure(counter, now)] as const,
  );
  const lastBeforeWait = counted.some(([, { blockedUntil }]) => blockedUntil !== null);
  return { waitSeconds: 0, lastBeforeWait, after: Object.fromEntries(counted) };
}

/** A turn begins after the wait that results from the failures on the name. */
function turnAfter({ failures }: Counter, now: Date): Counter {
  const at = new Date(now.getTime() + delayAfter(failures));
  return { failures: 1, since: now, lastAt: at, blockedUntil: at };
}

/**
 * Counts an attempt before its password is checked, so that concurrent guesses are limited to five; after a crash it stays counted.
 * `refundAttempt` reverts it after a success.
 */
export async function countAttempt(ctx: Ctx, who: Attempter): Promise<Attempt> {
  const now = ctx.clock.now();
  const keys: Record<string, string> = keysOf(who);
  return inUnauditedTransaction(ctx, async ({ db }) => {
    const found = await lockCounters(db, Object.values(keys), now);
    const counters = Object.fromEntries(Object.entries(keys).map(([kind, key]) => [kind, found.get(key)]));
    const { after, ...attempt } = judge(counters as Counted<Counter | undefined>, now);
    for (const [kind, key] of Object.entries(keys)) {
      const counter = after[kind];
      if (counter) await saveCounter(db, key, counter);
      else if (kind in after) await clearCounters(db, [key]);
    }
    return attempt;
  });
}

/**
 * After a success: resets the counter of the name or of the known device. For the address, only this attempt is uncounted; otherwise an
 * attacker could reset it by signing in between guesses.
 */
export async function refundAttempt(ctx: Ctx, who: Attempter): Promise<void> {
  const keys = keysOf(who);
  await inUnauditedTransaction(ctx, async ({ db }) => {
    const found = await lockCounters(db, Object.values(keys), ctx.clock.now());
    if ('device' in keys) return clearCounters(db, [keys.device]);
    await clearCounters(db, [keys.account, keys.turn]);
    const address = found.get(keys.address);
    if (address)
      await saveCounter(db, keys.address, { ...address, failures: address.failures - 1, blockedUntil: null });
  });
}
