import type { MonitorRow } from '@mission-control/contract/monitors/calls';
import { MONITOR_STATES, shownState, type MonitorState } from '@mission-control/contract/monitors/rules';
import { foldName } from '@mission-control/contract/search/rules';

/** The monitors with all these words in their name, host or error. */
export function findMonitors(all: readonly MonitorRow[], search: string): readonly MonitorRow[] {
  const words = foldName(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all.filter((monitor) => {
    const text = searchText(monitor);
    return words.every((word) => text.includes(word));
  });
}

/** Folding thousands of texts with each key would be felt; a row from the server never changes. */
const folded = new WeakMap<MonitorRow, string>();

function searchText(monitor: MonitorRow): string {
  const { label, host, last_error: error } = monitor;
  const text = folded.get(monitor) ?? foldName(`${label}\n${host}\n${error ?? ''}`);
  folded.set(monitor, text);
  return text;
}

/** How many are in each state. */
export function countStates(monitors: readonly MonitorRow[]): Record<MonitorState, number> {
  const counts = { down: 0, warning: 0, up: 0, inactive: 0, waiting: 0 };
  for (const monitor of monitors) counts[shownState(monitor).state] += 1;
  return counts;
}

/** Down first, then warnings; within a state in the order that they had. */
export function worstFirst(monitors: readonly MonitorRow[], only?: MonitorState): MonitorRow[] {
  const ranked = monitors.map((monitor) => ({ monitor, state: shownState(monitor).state }));
  return ranked
    .filter(({ state }) => only === undefined || state === only)
    .toSorted((one, other) => RANK[one.state] - RANK[other.state])
    .map(({ monitor }) => monitor);
}

const ORDER: readonly MonitorState[] = ['down', 'warning', 'waiting', 'up', 'inactive'];
const RANK = Object.fromEntries(MONITOR_STATES.map((state) => [state, ORDER.indexOf(state)])) as Record<
  MonitorState,
  number
>;
