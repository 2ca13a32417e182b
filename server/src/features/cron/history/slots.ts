import { SLOT_MS, SLOTS } from '@mission-control/contract/cron/rules';
import { nameOf, type Run } from './runs.ts';

/** A task in ten minutes of an environment, of all tenants. */
export interface TaskSlot {
  group: string;
  task: string;
  runs: number;
  /** Seconds that they ran within the ten minutes. */
  seconds: number;
}

/** Ten minutes of an environment. */
export interface Slot {
  /** Runs in each of its seconds. */
  running: number[];
  tasks: TaskSlot[];
}

const SECONDS = SLOT_MS / 1000;
/** Most tasks that are named of a slot; runs of others are counted. */
const MAX_TASKS = 200;
/** A smallint. */
const MAX_RUNNING = 32_767;

const emptySlot = (): Slot => ({ running: Array.from({ length: SECONDS }, () => 0), tasks: [] });

/** Start of the slot of an instant, in ms. */
export const slotOf = (ms: number): number => Math.floor(ms / SLOT_MS) * SLOT_MS;

/** Start of the first slot of the day up to now, in ms. */
export const firstSlot = (now: number): number => slotOf(now) - (SLOTS - 1) * SLOT_MS;

/**
 * The slots in which these runs ran, by start, from the day before the report on. A run is in each second that it touches.
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
      // Changes only, so that a long run costs no more than a short one; added up below.
      step(slot.running, (first - at) / 1000, 1);
      step(slot.running, (last - at) / 1000, -1);
      let known = slot.known.get(name);
      if (!known) slot.known.set(name, (known = { group, task, runs: 0, seconds: 0 }));
      known.runs += 1;
      known.seconds += (last - first) / 1000;
    }
  }
  return new Map([...slots].map(([at, { running, known }]) => [at, { running: sums(running), tasks: mostOf(known) }]));
}

function step(running: number[], second: number, by: number): void {
  if (second < running.length) running[second] = (running[second] ?? 0) + by;
}

function sums(steps: readonly number[]): number[] {
  let running = 0;
  return steps.map((by) => Math.min(MAX_RUNNING, (running += by)));
}

/** Those that ran longest. */
const mostOf = (tasks: ReadonlyMap<string, TaskSlot>): TaskSlot[] =>
  [...tasks.values()].toSorted((a, b) => b.seconds - a.seconds || b.runs - a.runs).slice(0, MAX_TASKS);

/** Both together. */
export function addSlots(one: Slot, other: Slot): Slot {
  const tasks = new Map(one.tasks.map((task) => [nameOf(task), task]));
  for (const task of other.tasks) {
    const own = tasks.get(nameOf(task));
    tasks.set(nameOf(task), own ? { ...own, runs: own.runs + task.runs, seconds: own.seconds + task.seconds } : task);
  }
  return {
    running: one.running.map((count, second) => Math.min(MAX_RUNNING, count + (other.running[second] ?? 0))),
    tasks: mostOf(tasks),
  };
}

/** Most runs in the same second. */
export const mostAtOnce = ({ running }: Slot): number => Math.max(0, ...running);
