import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../../inventory/testing/small-inventory.ts';
import { monitors, monitorWorkers } from '../../monitors/public.ts';
import { addSites } from '../testing/alert-fleet.ts';
import { KINDS } from './kinds.ts';

const t = setUpTestCtx(importSmallInventory);

describe('checks', () => {
  const START = '2026-11-21T09:00:00.000Z';
  const ago = (seconds: number): Date => new Date(t.clock.now().getTime() - seconds * 1000);
  const addWorker = (id: string, lastCheck: Date | null) =>
    t.db.insert(monitorWorkers).values({ id, seenAt: t.clock.now(), lastCheck });
  /** Since when there have been no checks, and for how many minutes; undefined if they have not stopped. */
  const stopped = async () => {
    const [problem] = await KINDS['prober-silent'].load(t.db, { now: t.clock.now(), min: 1, max: 1 });
    return problem && [new Date(problem.since).toISOString(), ...problem.values];
  };
  beforeEach(async () => {
    t.clock.set(START);
    await t.db.delete(monitorWorkers);
    await t.db.delete(monitors);
  });

  it('have not stopped when the only worker was restarted and has not checked anything yet', async () => {
    const host = (name: string) => addSites(t, 1, [`${name}-${t.random.uuid()}.example`]);
    await host('earlier');
    t.clock.advance(50_000);
    await host('latest');
    t.clock.advance(30_000);
    await addWorker('new', null);
    expect(await stopped()).toBeUndefined();
    t.clock.advance(5 * 60_000);
    expect(await stopped()).toEqual(['2026-11-21T09:00:50.000Z', 5]);
  });

  it('have stopped a minute after the last one of any worker', async () => {
    await addSites(t, 1, ['stopped.example']);
    t.clock.advance(10 * 60_000);
    await addWorker('first', ago(300));
    await addWorker('second', ago(150));
    expect(await stopped()).toEqual(['2026-11-21T09:07:30.000Z', 2]);
    await addWorker('third', ago(59));
    expect(await stopped()).toBeUndefined();
  });

  it('have not stopped while no monitor is to be checked', async () => {
    await addSites(t, 1, ['inactive.example']);
    await t.db.update(monitors).set({ active: false });
    t.clock.advance(10 * 60_000);
    expect(await stopped()).toBeUndefined();
    await addWorker('idle', ago(600));
    expect(await stopped()).toBeUndefined();
  });
});
