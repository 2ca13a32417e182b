import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAgenda } from './agenda.ts';
import { createFaultWatch } from './checks.ts';
import { dueAfter, offsetOf } from './due-times.ts';
import { LEASE_MS, planLeases, RENEW_MS, SHARDS } from './lease-plan.ts';

const INTERVAL = 20_000;
const NOW = Date.parse('2026-11-21T09:00:00.000Z');

describe('the time of a check', () => {
  it('is exactly one interval after the previous one, even if that started late or took long', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(9_999), fc.nat(9_999), (id, late, took) => {
        const first = dueAfter(id, null, NOW);
        const start = first + late;
        expect(dueAfter(id, start, start + Math.min(took, first + INTERVAL - start))).toBe(first + INTERVAL);
      }),
    );
  });

  it('is evenly distributed over the interval', () => {
    const seconds = Array.from({ length: 20 }, () => 0);
    for (let id = 1; id <= 5_000; id += 1) {
      const second = Math.floor(offsetOf(id) / 1_000);
      seconds[second] = (seconds[second] ?? 0) + 1;
    }
    expect(Math.max(...seconds)).toBeLessThan(275);
    expect(Math.min(...seconds)).toBeGreaterThan(225);
  });

  it('is now if a worker abandoned the monitor, and within the interval if it was unchecked for long', () => {
    const offset = offsetOf(7);
    const slot = Math.ceil((NOW - offset) / INTERVAL) * INTERVAL + offset;
    expect(dueAfter(7, slot - 2 * INTERVAL, slot - 1)).toBe(slot - 1);
    const due = dueAfter(7, NOW - 3_600_000, NOW);
    expect(due).toBe(slot);
  });
});

describe('the agenda', () => {
  it('returns due monitors in order, once, with their latest due time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.nat(20), due: fc.nat(100), drop: fc.boolean() }), { maxLength: 80 }),
        fc.nat(120),
        (steps, now) => {
          const agenda = createAgenda();
          const model = new Map<number, number>();
          for (const { id, due, drop } of steps) {
            if (drop) {
              agenda.drop(id);
              model.delete(id);
            } else {
              agenda.put(id, due);
              model.set(id, due);
            }
          }
          const wanted = [...model.values()].filter((due) => due <= now).toSorted((one, other) => one - other);
          const taken = agenda.takeDue(now, 100);
          expect(taken.map(({ due }) => due)).toEqual(wanted);
          for (const { id, due } of taken) expect(model.get(id)).toBe(due);
          const rest = [...model.values()].filter((due) => due > now);
          expect(agenda.nextAt()).toBe(rest.length === 0 ? null : Math.min(...rest));
        },
      ),
    );
  });
});

describe('leases', () => {
  it('are distributed among workers without overlap, within one lease after a worker joins or dies', () => {
    let leases: { shard: number; owner: string; until: number }[] = [];
    let now = NOW;
    const turn = (me: string, workers: string[]): number => {
      const { keep, take } = planLeases(me, workers, leases, now);
      const mine = new Set([...keep, ...take]);
      leases = leases.filter(({ shard }) => !mine.has(shard));
      for (const shard of mine) leases.push({ shard, owner: me, until: now + LEASE_MS });
      return mine.size;
    };
    expect(turn('a', [])).toBe(SHARDS);
    for (let spent = 0; spent <= LEASE_MS; spent += RENEW_MS) {
      turn('a', ['a', 'b']);
      turn('b', ['a', 'b']);
      now += RENEW_MS;
    }
    expect(turn('a', ['a', 'b'])).toBe(SHARDS / 2);
    expect(turn('b', ['a', 'b'])).toBe(SHARDS / 2);
    // b is killed: its leases are not renewed, and a takes them once they have expired, not before.
    now += LEASE_MS - 1;
    expect(turn('a', ['a'])).toBe(SHARDS / 2);
    now += 2;
    expect(turn('a', ['a'])).toBe(SHARDS);
  });

  it('expire early enough for a taken-over monitor to be checked within two intervals', () => {
    // In the worst case the worker dies just before a check was due, having just renewed.
    expect(INTERVAL + LEASE_MS + RENEW_MS).toBeLessThan(2 * INTERVAL);
  });
});

describe('the prober', () => {
  const failing = (watch: ReturnType<typeof createFaultWatch>, from: number, to: number, at: number, ok = false) => {
    for (let id = from; id < to; id += 1) watch.note(id, at, ok);
  };

  it('is at fault while over half of all checks of an interval fail', () => {
    const watch = createFaultWatch();
    failing(watch, 0, 100, NOW, true);
    failing(watch, 0, 50, NOW + 10_000);
    expect(watch.faultySince(NOW + 10_000)).toBeNull();
    failing(watch, 50, 51, NOW + 10_001);
    expect(watch.faultySince(NOW + 10_001)).toBe(NOW + 10_001);
    expect(watch.faultySince(NOW + 12_000)).toBe(NOW + 10_001);
    failing(watch, 0, 51, NOW + 20_000, true);
    expect(watch.faultySince(NOW + 20_000)).toBeNull();
  });

  it('is at fault since now at the latest when the clock is set back, and forgets checks after an interval still', () => {
    const watch = createFaultWatch();
    failing(watch, 0, 5, NOW);
    expect(watch.faultySince(NOW)).toBe(NOW);
    const earlier = NOW - 3_600_000;
    expect(watch.faultySince(earlier)).toBe(earlier);
    expect(watch.faultySince(earlier + 20_001)).toBeNull();
  });

  it('forgets checks after an interval, and is not judged by a handful of monitors', () => {
    const watch = createFaultWatch();
    failing(watch, 0, 4, NOW);
    expect(watch.faultySince(NOW)).toBeNull();
    failing(watch, 4, 5, NOW + 1);
    expect(watch.faultySince(NOW + 1)).toBe(NOW + 1);
    expect(watch.faultySince(NOW + 20_001)).toBeNull();
  });
});
