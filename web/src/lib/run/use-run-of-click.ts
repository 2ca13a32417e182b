import { listRuns } from '@mission-control/contract/runs/calls';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../api/query.ts';

/** Polling interval for a run about to start, in case its live event is lost. */
const LOOK_MS = 1_000;
/** Polling interval for the end of a run. */
const LOOK_FOR_END_MS = 5_000;

/**
 * The run that a click started, found by the click's key because the call responds only when the run has ended.
 * @param pending the call is still in flight
 */
export function useRunOfClick(key: string | null, pending: boolean): RunRow | null {
  const { data } = useQuery({
    ...queryOf(listRuns, { query: { key: key ?? '' } }),
    enabled: key !== null,
    refetchInterval: ({ state }) => {
      const run = state.data?.runs[0];
      if (run === undefined) return pending && LOOK_MS;
      return run.outcome === 'running' && LOOK_FOR_END_MS;
    },
  });
  return (key === null ? undefined : data?.runs[0]) ?? null;
}
