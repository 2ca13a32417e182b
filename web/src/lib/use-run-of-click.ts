import { listRuns } from '@mission-control/contract/runs/calls';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from './query.ts';

/** A run that is about to begin is looked for so often, should its live event get lost. */
const LOOK_MS = 1_000;
/** And one that runs so often for its end. */
const LOOK_FOR_END_MS = 5_000;

/**
 * The run that a click started: its call is answered only when the run has ended, so it is found by the click's key.
 * @param pending whether the call is still out; afterwards there is nothing more to look for
 */
export function useRunOfClick(key: string | null, pending: boolean): RunRow | null {
  const { data } = useQuery({
    ...queryOf(listRuns, { query: { key: key ?? '' } }, ['runs']),
    enabled: key !== null,
    refetchInterval: ({ state }) => {
      const run = state.data?.runs[0];
      if (run === undefined) return pending && LOOK_MS;
      return run.outcome === 'running' && LOOK_FOR_END_MS;
    },
  });
  return (key === null ? undefined : data?.runs[0]) ?? null;
}
