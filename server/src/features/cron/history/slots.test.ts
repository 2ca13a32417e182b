import { SLOT_MS } from '@mission-control/contract/cron/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from './runs.ts';
import { addSlots, firstSlot, maxConcurrent, slotOf, slotsOf, type Slot } from './slots.ts';

const REPORTED = Date.parse('2026-11-21T12:03:20.500Z');
const run = (end: number, seconds: number, task = 'T'): Run => ({ group: 'G', task, end, seconds, status: 'task_end' });

const someRuns = fc.array(
  fc.record({
    ago: fc.integer({ min: 0, max: 3 * SLOT_MS }),
    seconds: fc.oneof(fc.double({ min: 0, max: 30, noNaN: true }), fc.integer({ min: 0, max: 4_000 })),
    task: fc.constantFrom('one', 'other'),
  }),
  { minLength: 1, maxLength: 40 },
);
const runsOf = (drawn: { ago: number; seconds: number; task: string }[]): Run[] =>
  drawn.map(({ ago, seconds, task }) => run(REPORTED - ago, seconds, task));

/** Runs that touch the second. */
const countAt = (runs: readonly Run[], second: number): number =>
  runs.filter(({ end, seconds }) => {
    const start = Math.floor((end - seconds * 1000) / 1000) * 1000;
    return start <= second && (end > second || start === second);
  }).length;

describe('concurrent runs', () => {
  it('match a count of the runs in each second', () => {
    fc.assert(
      fc.property(someRuns, (drawn) => {
        const runs = runsOf(drawn);
        const slots = slotsOf(runs, REPORTED);
        expect(slots.size).toBeGreaterThan(0);
        for (const [at, { running, tasks }] of slots) {
          expect(running).toEqual(running.map((_, second) => countAt(runs, at + second * 1000)));
          expect(tasks.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(
            running.reduce((sum, count) => sum + count, 0),
          );
        }
        const ends = new Set(runs.map(({ end, seconds }) => slotOf(end - (seconds === 0 ? 0 : 1))));
        for (const end of ends) expect(maxConcurrent(slots.get(end) ?? { running: [], tasks: [] })).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });

  it('do not depend on how the runs were split among reports', () => {
    fc.assert(
      fc.property(someRuns, someRuns, (a, b) => {
        const sorted = (slots: ReadonlyMap<number, Slot>) =>
          [...slots]
            .map(([at, { running, tasks }]) => ({
              at,
              running,
              tasks: tasks.toSorted((one, other) => one.task.localeCompare(other.task)),
            }))
            .toSorted((one, other) => one.at - other.at);
        const merged = slotsOf(runsOf(a), REPORTED);
        for (const [at, slot] of slotsOf(runsOf(b), REPORTED)) {
          const before = merged.get(at);
          merged.set(at, before ? addSlots(before, slot) : slot);
        }
        expect(sorted(merged)).toEqual(sorted(slotsOf(runsOf([...a, ...b]), REPORTED)));
      }),
      { numRuns: 60 },
    );
  });

  it('older than a day are left out, and a run that began then is clipped', () => {
    const from = firstSlot(REPORTED);
    expect(slotsOf([run(from - 1, 5)], REPORTED).size).toBe(0);
    const slots = slotsOf([run(from + 2000, 86_400 * 3)], REPORTED);
    expect([...slots.keys()]).toEqual([from]);
    expect(slots.get(from)?.running.slice(0, 3)).toEqual([1, 1, 0]);
  });

  it('are clamped to what can be stored, however many are claimed', () => {
    const many = Array.from({ length: 40_000 }, () => run(REPORTED, 1));
    const [[, slot] = []] = slotsOf(many, REPORTED);
    expect(slot && maxConcurrent(slot)).toBe(32_767);
    expect(slot && maxConcurrent(addSlots(slot, slot))).toBe(32_767);
    const named = Array.from({ length: 300 }, (_, at) => run(REPORTED, at + 1, `task ${at}`));
    const tasks = slotsOf(named, REPORTED).get(slotOf(REPORTED))?.tasks ?? [];
    expect([tasks.length, tasks[0]?.task]).toEqual([200, expect.stringMatching(/^task \d+$/)]);
  });
});
