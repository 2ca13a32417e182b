import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { tenants } from '../../../fleet/tables.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { constant, saveDiff } from '../../config/testing/config-fleet.ts';
import { controlConfirmations } from '../../control/public.ts';
import { importSmallInventory } from '../../inventory/testing/small-inventory.ts';
import { alertMetrics } from '../metrics.ts';
import { KINDS } from './kinds.ts';

const HOUR_MS = 3_600_000;
const t = setUpTestCtx(importSmallInventory);

const load = async (kind: keyof typeof KINDS, limit: number) =>
  (await KINDS[kind].load(t.db, { now: t.clock.now(), min: limit, max: limit })).map(
    ({ subject, detail, values, environmentIds }) => ({
      subject,
      detail,
      values,
      environmentIds: environmentIds.toSorted((one, other) => one - other),
    }),
  );

it('reads the configs that have waited for a commit, in the environments of all services of the tenant', async () => {
  await saveDiff(t, 1, { changed: [constant('BRIDGE_TIMEOUT', '60')] });
  expect(await load('commit-waiting', 1)).toEqual([]);
  t.clock.advance(3 * HOUR_MS);
  expect(await load('commit-waiting', 1)).toEqual([
    {
      subject: 'config:1:coursepro',
      detail: `Saved by ${t.actor.name} and not committed`,
      values: [3],
      environmentIds: [1, 2, 3],
    },
  ]);
  expect(await load('commit-waiting', 4)).toEqual([]);
});

it('reads the licences of active tenants that end within the limit, also of a tenant without services', async () => {
  const day = (ahead: number) => new Date(t.clock.now().getTime() + ahead * 24 * HOUR_MS).toISOString().slice(0, 10);
  await t.db.update(tenants).set({ licenceExpires: null });
  for (const [id, expires] of [
    [1, day(10)],
    [2, day(-2)],
    [3, day(1)],
  ] as const)
    await t.db
      .update(tenants)
      .set({ licenceExpires: expires, active: id !== 3 })
      .where(eq(tenants.id, id));
  const ending = async (days: number) =>
    (await load('licence', days)).map(({ subject, values, environmentIds }) => [subject, ...values, environmentIds]);
  expect(await ending(30)).toEqual([
    ['licence:1', 10, [1, 2, 3]],
    ['licence:2', -2, []],
  ]);
  expect(await ending(9)).toEqual([['licence:2', -2, []]]);
});

it('reads the switches that a server has not confirmed, in the environments of their service', async () => {
  const failed = { tenantId: 1, sha256: null, confirmedAt: null, failedAt: t.clock.now() };
  await t.db.insert(controlConfirmations).values([
    { ...failed, service: 'coursepro', host: 'a', error: 'It did not respond.' },
    { ...failed, service: 'strive', host: 'b', error: null },
  ]);
  expect(await load('switch-unconfirmed', 0)).toEqual([
    { subject: 'control:1:coursepro:a', detail: 'It did not respond.', values: [], environmentIds: [1, 2] },
  ]);
});

it('are counted for metrics no more often than the rules of their kind reread them', async () => {
  const counts = async () => (await alertMetrics[0]?.read(t)) ?? new Map<string, number>();
  await t.db.update(tenants).set({ licenceExpires: null });
  const before = await counts();
  expect([before.get('licence'), before.get('switch-unconfirmed')]).toEqual([0, 1]);
  await t.db.update(tenants).set({ licenceExpires: '2001-01-01' }).where(eq(tenants.id, 2));
  await t.db.delete(controlConfirmations);
  t.clock.advance(KINDS['switch-unconfirmed'].everyMs);
  expect(new Map(await counts())).toEqual(new Map([...before, ['switch-unconfirmed', 0]]));
  t.clock.advance(KINDS.licence.everyMs);
  expect((await counts()).get('licence')).toBe(1);
});
