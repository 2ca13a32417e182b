import { SLOT_MS, SLOTS } from '@mission-control/contract/cron/rules';
import { nameOf, type Run } from './runs.ts';

/** A task during ten minutes of an environment, across all tenants. */
export interface TaskSlot {
  group: string;
  task: string;
  runs: number;
  /** Total run time within the ten minutes, in seconds. */
  seconds: number;
}

/** Ten minutes of an environment. */
export interface Slot {
  /** Number of runs in each second. */
  running: number[];
  tasks: TaskSlot[];
}

const SECONDS = SLOT_MS / 1000;
/** Maximum tasks named per slot; the runs of others are only counted. */
const MAX_TASKS = 200;
/** Maximum of a smallint. */
const MAX_RUNNING = 32_767;

const emptySlot = (): Slot => ({ running: Array.from({ length: SECONDS }, () => 0), tasks: [] });

/** Start of the slot of an instant, in ms. */
export const slotOf = (ms: number): number => Math.floor(ms / SLOT_MS) * SLOT_MS;

/** Start of the first slot of the last 24 hours, in ms. */
export const firstSlot = (now: number): number => slotOf(now) - (SLOTS - 1) * SLOT_MS;

/**
 * The slots in which these runs ran, by start, going back a day from the report. A run counts in each second that it touches.
 * @param reported ms since 1970
 */
export function slotsOf(runs: readonly Run[], reported: number): Map<number, Slot> {
  const from = firstSlot(reported);
  const slots = new Map<number, Slot & { known: Map<string, TaskSlot> }>();
  for (const { group, task, end, seconds } of runs) {
    if (end < from) continue;
    const name = nameOf({ group, task });
    const start = Math.max(from, Math.floor((end - seconds * 1000) / 1000) * 1000);
    const stop = Math.max(start + 1000, Math.ceil(end / 1000) * 1000);
    for (let at = slotOf(start); at < stop; at += SLOT_MS) {
      let slot = slots.get(at);
      if (!slot) slots.set(at, (slot = { ...emptySlot(), known: new Map() }));
      const [first, last] = [Math.max(start, at), Math.min(stop, at + SLOT_MS)];
      // Stores only the changes, so that a long run costs no more than a short one; summed up below.
      step(slot.running, (first - at) / 1000, 1);
      step(slot.running, (last - at) / 1000, -1);
      let known = slot.known.get(name);
      if (!known) slot.known.set(name, (known = { group, task, runs: 0, seconds: 0 }));
      known.runs += 1;
      known.seconds += (last - first) / 1000;
    }
  }
  return new Map(
    [...slots].map(([at, { running, known }]) => [at, { running: sums(running), tasks: longestRunning(known) }]),
  );
}

function step(running: number[], second: number, by: number): void {
  if (second < running.length) running[second] = (running[second] ?? 0) + by;
}

function sums(steps: readonly number[]): number[] {
  let running = 0;
  return steps.map((by) => Math.min(MAX_RUNNING, (running += by)));
}

/** The tasks that ran longest. */
const longestRunning = (tasks: ReadonlyMap<string, TaskSlot>): TaskSlot[] =>
  [...tasks.values()].toSorted((a, b) => b.seconds - a.seconds || b.runs - a.runs).slice(0, MAX_TASKS);

export function addSlots(one: Slot, other: Slot): Slot {
  const tasks = new Map(one.tasks.map((task) => [nameOf(task), task]));
  for (const task of other.tasks) {
    const { runs, seconds } = tasks.get(nameOf(task)) ?? { runs: 0, seconds: 0 };
    tasks.set(nameOf(task), { ...task, runs: runs + task.runs, seconds: seconds + task.seconds });
  }
  return {
    running: one.running.map((count, second) => Math.min(MAX_RUNNING, count + (other.running[second] ?? 0))),
    tasks: longestRunning(tasks),
  };
}

/** Maximum runs in the same second. */
export const maxConcurrent = ({ running }: Slot): number => Math.max(0, ...running);
