import { listRuns } from '@mission-control/contract/runs/calls';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from './query.ts';

/** A run that is about to begin is looked for so often, should its live event get lost. */
const LOOK_MS = 1_000;

/** The run that a click starts: its call is answered only when the run has ended, so it is found by the click's key. */
export function useClickedRun(): { begin: () => string; run: RunRow | null } {
  const [key, setKey] = useState<string | null>(null);
  const { data } = useQuery({
    ...queryOf(listRuns, { query: { key: key ?? '' } }, ['runs']),
    enabled: key !== null,
    refetchInterval: ({ state }) => ((state.data?.runs.length ?? 0) === 0 ? LOOK_MS : false),
  });
  return {
    /** A new click; what was shown of the one before goes. Answers its key. */
    begin: () => {
      const next = crypto.randomUUID();
      setKey(next);
      return next;
    },
    run: (key === null ? undefined : data?.runs[0]) ?? null,
  };
}
