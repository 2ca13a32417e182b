import { expect, it } from 'vitest';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet } from './testing/config-fleet.ts';
import { runSchedule } from './testing/writers.ts';

const t = setUpTestCtx(createFleet);

const chance = () => t.random.bytes(4).readUInt32BE() / 2 ** 32;

// 2,000 of these schedules run in bench/faults/many-writers.ts.
it('loses and silently overwrites no acknowledged change, with 50 writers on 100 keys', async () => {
  const ctx = t.as({ role: 'operator' });
  let [acknowledged, edited, removed, refused] = [0, 0, 0, 0];
  for (let schedules = 2; schedules > 0; schedules -= 1) {
    const outcome = await runSchedule(ctx, { tenantId: await addTenant(t), writers: 50, keys: 100, chance });
    expect(outcome).toMatchObject({ faults: [], turnedAway: 0 });
    acknowledged += outcome.acknowledged;
    edited += outcome.edited;
    removed += outcome.removed;
    refused += outcome.refused;
  }
  // Ensure that each case occurred.
  expect(acknowledged).toBeGreaterThan(25);
  expect(edited).toBeGreaterThan(25);
  expect(removed).toBeGreaterThan(10);
  expect(refused).toBeGreaterThan(10);
}, 60_000);

it('finds silent overwrites when writers send no base revision', async () => {
  const ctx = t.as({ role: 'operator' });
  const schedule = { tenantId: await addTenant(t), writers: 20, keys: 20, chance, careless: true };
  expect((await runSchedule(ctx, schedule)).faults).toContainEqual(expect.stringMatching(/without having seen it/));
}, 60_000);
