import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { addTenant, createFleet } from './testing/config-fleet.ts';
import { runSchedule } from './testing/writers.ts';

let t: TestCtx;
beforeAll(async () => {
  t = await createTestCtx();
  await createFleet(t);
});
afterAll(() => t.close());

const chance = () => t.random.bytes(4).readUInt32BE() / 2 ** 32;

// 2,000 of these schedules run in bench/many-writers.ts.
it('loses no acknowledged change and overwrites none in silence, with 50 writers on 100 keys', async () => {
  const ctx = t.as({ role: 'operator' });
  let [acknowledged, refused] = [0, 0];
  for (let schedules = 4; schedules > 0; schedules -= 1) {
    const outcome = await runSchedule(ctx, { tenantId: await addTenant(t), writers: 50, keys: 100, chance });
    expect(outcome).toMatchObject({ faults: [], turnedAway: 0 });
    acknowledged += outcome.acknowledged;
    refused += outcome.refused;
  }
  // Both happened, or nothing was tried.
  expect(acknowledged).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(10);
}, 60_000);
