import { eq, lt, inArray } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { loginThrottle } from './tables.ts';

export interface Counter {
  failures: number;
  since: Date;
  lastAt: Date;
  blockedUntil: Date | null;
}

/**
 * Locks the counters of these keys until the transaction ends, and returns the existing ones; locks in key order, so that concurrent
 * attempts cannot deadlock.
 */
export async function lockCounters(db: Transaction, keys: string[], now: Date): Promise<Map<string, Counter>> {
  const ordered = [...new Set(keys)].toSorted();
  // A missing row cannot be locked.
  const fresh = ordered.map((key) => ({ key, failures: 0, since: now, lastAt: now }));
  await db.insert(loginThrottle).values(fresh).onConflictDoNothing();
  const found = await db
    .select()
    .from(loginThrottle)
    .where(inArray(loginThrottle.key, ordered))
    .orderBy(loginThrottle.key)
    .for('update');
  return new Map(found.filter(({ failures }) => failures > 0).map(({ key, ...counter }) => [key, counter]));
}

export async function saveCounter(db: Transaction, key: string, counter: Counter): Promise<void> {
  await db.update(loginThrottle).set(counter).where(eq(loginThrottle.key, key));
}

export async function clearCounters(db: Transaction, keys: string[]): Promise<void> {
  await db.delete(loginThrottle).where(inArray(loginThrottle.key, keys));
}

export async function purgeCounters(db: Db, lastBefore: Date): Promise<void> {
  await db.delete(loginThrottle).where(lt(loginThrottle.lastAt, lastBefore));
}
