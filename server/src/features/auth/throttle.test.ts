import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import type { Ctx } from '../../platform/context.ts';
import { createUser } from './accounts.ts';
import { purgeCounters } from './queries-throttle.ts';
import { signIn, type SignIn } from './sign-in.ts';
import { loginThrottle, users } from './tables.ts';
import { accountKey, countAttempt, ipKey, QUIET_MS } from './throttle.ts';

const t: TestCtx = await createTestCtx();
afterAll(() => t.close());

beforeEach(async () => {
  await t.db.delete(loginThrottle);
  await t.db.delete(users);
  await createUser(t, { name: 'Admin', password: 'correct horse', role: 'admin' });
});

let address = 0;
/** Each attempt comes from a different address unless one is given. */
const attempt = (
  password: string,
  user = 'Admin',
  ip = `10.0.${(address += 1) % 250}.1`,
  ctx: Ctx = t,
): Promise<SignIn> => signIn(ctx, { user, password, ip }, 'mc');

async function fail(times: number, ...rest: [string?, string?]): Promise<void> {
  for (let at = 0; at < times; at += 1) await attempt('wrong', ...rest);
}

describe('five free failures, then a growing wait (threat 5)', () => {
  it('applies to an account across addresses, even with the right password, until the wait is over', async () => {
    await fail(5);
    expect(await attempt('correct horse')).toEqual({ refused: 'throttled', waitSeconds: 30 });
    t.clock.advance(30_000);
    expect(await attempt('wrong')).toEqual({ refused: 'mismatch' });
    expect(await attempt('correct horse')).toEqual({ refused: 'throttled', waitSeconds: 60 });
    t.clock.advance(60_000);
    expect(await attempt('correct horse')).toHaveProperty('cookie');
    // Success resets the account.
    await fail(4);
    expect(await attempt('correct horse')).toHaveProperty('cookie');
  });

  it('never waits longer than 15 minutes: no hard lock', async () => {
    for (let at = 0; at < 20; at += 1) {
      await attempt('wrong');
      t.clock.advance(15 * 60_000);
    }
    expect(await attempt('correct horse')).toHaveProperty('cookie');
  });

  it('applies to an address across accounts, and signing in between guesses does not help', async () => {
    for (let at = 0; at < 4; at += 1) {
      await attempt('wrong', `someone-${at}`, '192.0.2.7');
      await attempt('correct horse', 'Admin', '192.0.2.7');
    }
    await attempt('wrong', 'someone-5', '192.0.2.7');
    expect(await attempt('correct horse', 'Admin', '192.0.2.7')).toMatchObject({ refused: 'throttled' });
    expect(await attempt('correct horse', 'Admin', '192.0.2.8')).toHaveProperty('cookie');
  });

  it('forgives four failures after five minutes', async () => {
    await fail(4);
    t.clock.advance(5 * 60_000 + 1);
    await fail(4);
    expect(await attempt('correct horse')).toHaveProperty('cookie');
  });

  it('checks at most five of a hundred concurrent guesses', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, (_, at) => countAttempt(t, 'Admin', `10.9.${at}.1`)));
    expect(results.filter(({ waitSeconds }) => waitSeconds === 0)).toHaveLength(5);
  });
});

it('counts in the database, so other processes and restarts throttle too (threat 5)', async () => {
  await fail(5);
  const { db, clock, random, secrets, jobs, withLongTimeouts, ports, log, defaultRole, actor } = t;
  const restarted: Ctx = {
    processId: 'another',
    defaultRole,
    db,
    clock,
    random,
    secrets,
    jobs,
    withLongTimeouts,
    ports,
    log,
    actor,
    requestId: 'restarted',
  };
  expect(await attempt('correct horse', 'Admin', '10.8.8.8', restarted)).toMatchObject({ refused: 'throttled' });
});

it('counts every spelling of a name as one account (threat 5)', async () => {
  for (const name of ['Admin', 'admin ', ' ADMIN', 'ａｄｍｉｎ', 'aDmIn\t']) await attempt('wrong', name);
  expect(await attempt('correct horse')).toMatchObject({ refused: 'throttled' });
});

it('gives the same result for unknown, wrong and disabled', async () => {
  expect(await attempt('correct horse', 'nobody')).toEqual({ refused: 'mismatch' });
  expect(await attempt('wrong')).toEqual({ refused: 'mismatch' });
  await t.db.update(users).set({ disabled: true });
  expect(await attempt('correct horse')).toEqual({ refused: 'mismatch' });
});

it('throttles unknown accounts like known ones', async () => {
  await fail(5, 'nobody');
  expect(await attempt('wrong', 'nobody')).toMatchObject({ refused: 'throttled' });
});

it('keeps a bounded number of counters, and a flood of names unlocks no account (threat 5)', async () => {
  const keys = new Set(Array.from({ length: 200_000 }, (_, at) => accountKey(`name-${at}`)));
  expect(keys.size).toBeLessThanOrEqual(65_536);
  await fail(5);
  for (let at = 0; at < 100; at += 1) await countAttempt(t, `name-${at}`, `10.7.${at}.1`);
  expect(await attempt('correct horse')).toMatchObject({ refused: 'throttled' });
  t.clock.advance(QUIET_MS + 1);
  await purgeCounters(t.db, new Date(t.clock.now().getTime() - QUIET_MS));
  expect(await t.db.select().from(loginThrottle)).toEqual([]);
});

it('counts an IPv6 network as one address, and IPv4-mapped addresses as IPv4', () => {
  expect(ipKey('2001:db8:1:2:3:4:5:6')).toBe(ipKey('2001:0DB8:1:2::9'));
  expect(ipKey('2001:db8::1')).toBe(ipKey('2001:db8:0:0:ffff::'));
  expect(ipKey('2001:db8:1:3::1')).not.toBe(ipKey('2001:db8:1:2::1'));
  expect(ipKey('::ffff:192.0.2.1')).toBe(ipKey('192.0.2.1'));
});
