import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import type { ProbeResult } from '../../../ports/probes.ts';
import type { CheckedMonitor, Ids } from '../queries-fleet.ts';
import { checkedMonitor, setupOf } from '../testing/probing.ts';
import { createChecks } from './checks.ts';

const TIMEOUT_MS = 10_000;
const UP: ProbeResult = { ok: true, ms: 100, response: '200 OK', error: null, certificateEnds: null };

const t = setUpTestCtx();
/** Completes the checks in progress. */
let finish: (() => void)[];
beforeAll(() => void (t.ports.probes = { check: () => new Promise((resolve) => finish.push(() => resolve(UP))) }));
beforeEach(() => {
  finish = [];
});

const monitor = (revision: number): CheckedMonitor => checkedMonitor(1, { revision, timeoutMs: TIMEOUT_MS });
const settle = () => new Promise(setImmediate);

describe('the checks of a worker', () => {
  it('drop the result of a monitor that was changed during the check', async () => {
    const checks = createChecks(t);
    checks.use(setupOf([monitor(1)]));
    t.clock.advance(20_000);
    checks.runDue();
    expect(finish).toHaveLength(1);
    checks.use(setupOf([monitor(2)]));
    finish[0]?.();
    await settle();
    expect(checks.drainFindings()).toEqual([]);
  });

  it('wait for the renewal of a lease that they could outlast', async () => {
    const checks = createChecks(t);
    checks.use(setupOf([monitor(1)], t.clock.now().getTime() + 20_000 + TIMEOUT_MS - 1));
    t.clock.advance(20_000);
    checks.runDue();
    expect(finish).toEqual([]);
    checks.use({ until: Infinity, change: null });
    t.clock.advance(5_000);
    checks.runDue();
    expect(finish).toHaveLength(1);
    finish[0]?.();
    await settle();
    expect(checks.drainFindings()).toHaveLength(1);
  });

  it('go on at once when the clock is set back, also those that are in progress', async () => {
    const started: number[] = [];
    const checks = createChecks(t, (id) => void started.push(id));
    const monitors = [1, 2].map((id) => checkedMonitor(id, { timeoutMs: TIMEOUT_MS }));
    const turn = async (): Promise<void> => {
      t.clock.advance(1_000);
      checks.runDue();
      await settle();
    };
    checks.use(setupOf(monitors));
    while (started.length < 2) await turn();
    finish[0]?.();
    await settle();
    t.clock.advance(-3_600_000);
    await turn();
    finish[1]?.();
    await settle();
    started.length = 0;
    for (let second = 0; second < 20; second += 1) await turn();
    expect(started.toSorted((one, other) => one - other)).toEqual([1, 2]);
    for (const end of finish) end();
    await settle();
    expect(checks.drainFindings().map(({ id, checks: count }) => [id, count])).toEqual(
      expect.arrayContaining([
        [1, 2],
        [2, 2],
      ]),
    );
    expect(checks.state().lastCheck?.getTime()).toBeLessThanOrEqual(t.clock.now().getTime());
  });

  it('replace the monitors of a part only', async () => {
    const started = new Set<number>();
    const checks = createChecks(t, (id) => void started.add(id));
    const given = async (ids: Ids, ...monitors: number[]): Promise<number[]> => {
      checks.use({ until: Infinity, change: { ids, monitors: monitors.map((id) => checkedMonitor(id)) } });
      started.clear();
      for (let second = 0; second < 30; second += 1) {
        t.clock.advance(1_000);
        checks.runDue();
        for (const end of finish.splice(0)) end();
        await settle();
      }
      return [...started].toSorted((a, b) => a - b);
    };
    expect(await given({ after: 0, to: 10 }, 1, 10)).toEqual([1, 10]);
    expect(await given({ after: 10, to: Infinity }, 11, 99)).toEqual([1, 10, 11, 99]);
    expect(await given({ after: 0, to: 10 }, 1)).toEqual([1, 11, 99]);
    expect(await given({ after: 10, to: Infinity }, 99, 100)).toEqual([1, 99, 100]);
    expect(await given([1, 2], 2)).toEqual([2, 99, 100]);
  });
});
