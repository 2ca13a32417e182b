import { beforeEach, describe, expect, it } from 'vitest';
import { desc } from 'drizzle-orm';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import type { Ctx } from '../../platform/context.ts';
import { createUser } from './accounts.ts';
import { purgeCounters } from './queries-throttle.ts';
import { signIn, type SignIn } from './sign-in.ts';
import { loginThrottle, users } from './tables.ts';
import { knownDevice, rememberDevice } from './sessions/known-device.ts';
import { accountKey, countAttempt, ipKey, MAX_DELAY_MS, QUIET_MS } from './throttle.ts';

const t = setUpTestCtx();

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
  device?: string,
): Promise<SignIn> => signIn(ctx, { user, password, ip, device }, 'mc');

async function fail(times: number, ...rest: [string?, string?]): Promise<void> {
  for (let at = 0; at < times; at += 1) await attempt('wrong', ...rest);
}

describe('five free failures, then a growing wait (threat 5)', () => {
  it('applies to an account across addresses, even with the right password: each address waits for its own turn', async () => {
    await fail(5);
    const owner = ['correct horse', 'Admin', '192.0.2.1'] as const;
    expect(await attempt(...owner)).toEqual({ refused: 'throttled', waitSeconds: 30 });
    const [last] = await t.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    const after = { address: '192.0.2.1', device: null };
    expect(last).toMatchObject({ action: 'user.sign-in-throttled', after });
    t.clock.advance(10_000);
    // Neither retries nor attempts from elsewhere postpone it.
    await fail(3);
    expect(await attempt(...owner)).toEqual({ refused: 'throttled', waitSeconds: 20 });
    t.clock.advance(20_000);
    expect(await attempt('wrong', 'Admin', '192.0.2.1')).toEqual({ refused: 'mismatch' });
    // The turn is used, and the next wait is longer.
    expect(await attempt(...owner)).toEqual({ refused: 'throttled', waitSeconds: 60 });
    t.clock.advance(60_000);
    expect(await attempt(...owner)).toHaveProperty('cookie');
    // Success resets the account.
    await fail(4);
    expect(await attempt('correct horse')).toHaveProperty('cookie');
  });

  it('allows one guess per turn, also to concurrent ones, and revokes an unused turn after an hour', async () => {
    await fail(5);
    const who = { user: 'Admin', ip: '192.0.2.1' };
    expect(await countAttempt(t, who)).toMatchObject({ waitSeconds: 30 });
    t.clock.advance(30_000);
    const results = await Promise.all(Array.from({ length: 20 }, () => countAttempt(t, who)));
    expect(results.filter(({ waitSeconds }) => waitSeconds === 0)).toHaveLength(1);
    // Its next turn begins in 60 s, and expires an hour later.
    expect(await countAttempt(t, who)).toMatchObject({ waitSeconds: 60 });
    t.clock.advance(30 * 60_000);
    await attempt('wrong', 'Admin', '192.0.2.99');
    t.clock.advance(15 * 60_000);
    // Keeps the name throttled while the turn expires.
    await attempt('wrong', 'Admin', '192.0.2.99');
    t.clock.advance(QUIET_MS - 15 * 60_000);
    expect(await countAttempt(t, who)).toEqual({ waitSeconds: 120, lastBeforeWait: false });
  });

  it('never waits longer than 15 minutes: no hard lock', async () => {
    const from = ['Admin', '192.0.2.1'] as const;
    await fail(5, ...from);
    let checked = 0;
    while (checked < 20) {
      t.clock.advance(15 * 60_000);
      if ('waitSeconds' in (await attempt('wrong', ...from))) continue;
      checked += 1;
    }
    expect(await attempt('correct horse', ...from)).toEqual({ refused: 'throttled', waitSeconds: 15 * 60 });
    t.clock.advance(15 * 60_000);
    expect(await attempt('correct horse', ...from)).toHaveProperty('cookie');
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
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, at) => countAttempt(t, { user: 'Admin', ip: `10.9.${at}.1` })),
    );
    expect(results.filter(({ waitSeconds }) => waitSeconds === 0)).toHaveLength(5);
  });
});

it('counts in the database, so other processes and restarts throttle too (threat 5)', async () => {
  await fail(5);
  const { db, clock, random, secrets, jobs, withLongTimeouts, ports, log, defaultRole, signInMethods, actor } = t;
  const restarted: Ctx = {
    processId: 'another',
    defaultRole,
    signInMethods,
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
  for (let at = 0; at < 100; at += 1) await countAttempt(t, { user: `name-${at}`, ip: `10.7.${at}.1` });
  expect(await attempt('correct horse')).toMatchObject({ refused: 'throttled' });
  t.clock.advance(QUIET_MS + MAX_DELAY_MS);
  await purgeCounters(t.db, new Date(t.clock.now().getTime() - QUIET_MS));
  expect(await t.db.select().from(loginThrottle)).toEqual([]);
});

it('counts an IPv6 network as one address, and IPv4-mapped addresses as IPv4', () => {
  expect(ipKey('2001:db8:1:2:3:4:5:6')).toBe(ipKey('2001:0DB8:1:2::9'));
  expect(ipKey('2001:db8::1')).toBe(ipKey('2001:db8:0:0:ffff::'));
  expect(ipKey('2001:db8:1:3::1')).not.toBe(ipKey('2001:db8:1:2::1'));
  expect(ipKey('::ffff:192.0.2.1')).toBe(ipKey('192.0.2.1'));
});

it('records throttled attempts of an IPv6 network once a minute, though each comes from another address', async () => {
  const before = (await t.db.select().from(auditEvents)).length;
  for (let at = 1; at <= 9; at += 1) await attempt('wrong', `someone-${at}`, `2001:db8:0:7::${at}`);
  const events = (await t.db.select().from(auditEvents).orderBy(auditEvents.id)).slice(before);
  expect(events.map(({ action }) => action)).toEqual([
    ...Array<string>(5).fill('user.sign-in-failed'),
    'user.sign-in-throttled',
  ]);
  expect(events.at(-1)).toMatchObject({ after: { address: '2001:db8:0:7::6' } });
});

describe('a legitimate person gets in while somebody guesses (0096)', () => {
  it('during 104 wrong requests a day, from many addresses', async () => {
    const pauseMs = Math.floor((24 * 60 * 60_000) / 97);
    let sent = 0;
    /** Eight at once, then one whenever a lock of 15 minutes would end; addresses return for their turns. */
    const attack = async () => {
      if (sent >= 8) t.clock.advance(pauseMs);
      // Counts without the slow password check.
      await countAttempt(t, { user: 'Admin', ip: `198.51.100.${(sent += 1) % 3}` });
    };
    while (sent < 104) {
      await attack();
      if (sent % 26 !== 0) continue;
      expect(await attempt('correct horse', 'Admin', '192.0.2.1', t, 'her laptop')).toHaveProperty('cookie');
    }
    const fromANewDevice = () => attempt('correct horse', 'Admin', '203.0.113.9');
    expect(await fromANewDevice()).toEqual({ refused: 'throttled', waitSeconds: MAX_DELAY_MS / 1000 });
    await attack();
    t.clock.advance(MAX_DELAY_MS - pauseMs);
    await attempt('wrong', 'Admin', '198.51.100.77');
    expect(await fromANewDevice()).toHaveProperty('cookie');
  });

  it('with a budget for each known device, whose failures extend only its own wait', async () => {
    await fail(5);
    const from = (device: string, password = 'wrong') => attempt(password, 'Admin', '192.0.2.1', t, device);
    for (let at = 0; at < 5; at += 1) expect(await from('a stolen laptop')).toEqual({ refused: 'mismatch' });
    expect(await from('a stolen laptop', 'correct horse')).toEqual({ refused: 'throttled', waitSeconds: 30 });
    expect(await from('her phone', 'correct horse')).toHaveProperty('cookie');
    expect(await from('a stolen laptop', 'correct horse')).toMatchObject({ refused: 'throttled' });
  });

  it('with a device known to this name only, until it expires', () => {
    const cookies = { 'mc-device': rememberDevice(t, {}, 'Admin') };
    const id = knownDevice(t, cookies, ' ADMIN ');
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(knownDevice(t, cookies, 'priya.shah')).toBeUndefined();
    const forged = cookies['mc-device'].replace(/.$/, (end) => (end === 'A' ? 'Q' : 'A'));
    expect(knownDevice(t, { 'mc-device': forged }, 'Admin')).toBeUndefined();
    for (const value of ['', 'v1', 'v1.a.b.c.d', 'x'.repeat(5000)])
      expect(knownDevice(t, { 'mc-device': value }, 'Admin')).toBeUndefined();
    t.clock.advance(100 * 24 * 60 * 60_000);
    const renewed = { 'mc-device': rememberDevice(t, cookies, 'Admin') };
    t.clock.advance(100 * 24 * 60 * 60_000);
    expect(knownDevice(t, cookies, 'Admin')).toBeUndefined();
    expect(knownDevice(t, renewed, 'Admin')).toBe(id);
  });
});
