import type { Ctx } from '../context.ts';
import { perDatabase } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { MINUTE_MS } from '../clock.ts';

interface Counter {
  since: number;
  calls: number;
}

/** Counters of this process. */
const countersOf = perDatabase(() => new Map<string, Counter>());

/**
 * Limits calls per minute in this process.
 * @param key one of a bounded number, such as a person or a hashed address
 * @param reached the refusal, e.g. `Too many calls came from your address`
 * @throws AppError('too_many_attempts')
 */
export function limitCalls(ctx: Ctx, key: string, maxPerMinute: number, reached: string): void {
  const counters = countersOf(ctx.db);
  const now = ctx.clock.now().getTime();
  const before = counters.get(key);
  // Below 0 after the clock was set back.
  const age = before ? now - before.since : MINUTE_MS;
  const counter = before && age >= 0 && age < MINUTE_MS ? before : { since: now, calls: 0 };
  counter.calls += 1;
  counters.set(key, counter);
  if (counter.calls <= maxPerMinute) return;
  const seconds = Math.ceil((counter.since + MINUTE_MS - now) / 1000);
  throw new AppError('too_many_attempts', `${reached}. Try again in ${seconds} s.`, { retryAfterSeconds: seconds });
}
