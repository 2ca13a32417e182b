import type { RunRow } from '@mission-control/contract/runs/schema';
import { useQuery } from '@tanstack/react-query';
import { runOfClick } from './queries.ts';

/** A run that is about to begin is looked for so often, in ms, should its live event get lost. */
const LOOK_MS = 1000;

/** The run that a click started: its call is answered only when the run has ended. */
export function useClickRun(click: string | null, pending: boolean): RunRow | null {
  const { data } = useQuery({
    ...runOfClick(click ?? ''),
    enabled: click !== null,
    refetchInterval: ({ state }) => (pending && (state.data?.runs.length ?? 0) === 0 ? LOOK_MS : false),
  });
  return (click === null ? undefined : data?.runs[0]) ?? null;
}
