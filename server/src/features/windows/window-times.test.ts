import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { systemCtx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet } from '../config/testing/config-fleet.ts';
import { markBegun, claimService, insertOccurrences, lockUnplanned } from './queries.ts';
import { saveWindow } from './save-window.ts';
import { windowTimes } from './tables.ts';
import { addTestWindow } from './testing/add-window.ts';

const t = setUpTestCtx(createFleet);
beforeEach(async () => {
  t.clock.set('2026-11-25T12:00:00.000Z');
  await t.db.execute(sql`truncate maintenance_windows, window_times, window_switches restart identity`);
});

const at = (time: string): Date => new Date(`2026-11-25T${time}:00.000Z`);

it('plans only the rules whose stored occurrences run out soon', async () => {
  const { id } = await addTestWindow(t, { starts: '2026-11-25T13:00', minutes: 30, rule: 'FREQ=DAILY' });
  const unplanned = (before: string) => t.db.transaction((tx) => lockUnplanned(tx, new Date(before)));
  expect(await unplanned('2026-12-01T00:00:00.000Z')).toEqual([]);
  expect((await unplanned('2026-12-10T00:00:00.000Z')).map((window) => window.id)).toEqual([id]);
});

it('stores an occurrence once, and does not announce the beginning of one that is over', async () => {
  await addTestWindow(t, { starts: '2026-11-25T13:00', minutes: 30 });
  const [{ id: _id, ...time } = { id: 0 }] = await t.db.select().from(windowTimes);
  await t.db.transaction((tx) => insertOccurrences(tx, [time as typeof windowTimes.$inferInsert]));
  expect(await t.db.$count(windowTimes)).toBe(1);
  expect(await t.db.transaction((tx) => markBegun(tx, at('13:30')))).toEqual([]);
  expect(await t.db.transaction((tx) => markBegun(tx, at('13:29')))).toHaveLength(1);
});

it('handles a service once, and only while it is active', async () => {
  const tenantId = await addTenant(t);
  await addTestWindow(t, { starts: '2026-11-25T13:00', minutes: 30, switches: true });
  const [time] = await t.db.select().from(windowTimes);
  const claim = (now: string) =>
    t.db.transaction((tx) => claimService(tx, time?.id ?? 0, { tenantId, service: 'coursepro' }, at(now)));
  expect([await claim('12:59'), await claim('13:30'), await claim('13:00'), await claim('13:01')]).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

it('accepts only one of several saves based on the same version', async () => {
  const { id, updated_at: known, ...row } = await addTestWindow(t, { starts: '2026-11-25T13:00', minutes: 30 });
  const { state: _state, at: _at, updated_by: _by, ...input } = row;
  t.clock.advance(1);
  const ctx = systemCtx(t, 'priya.shah');
  const ended = await Promise.allSettled(
    Array.from({ length: 6 }, (_, number) => saveWindow(ctx, id, { ...input, name: `Save ${number}` }, known)),
  );
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
