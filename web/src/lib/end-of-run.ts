import type { RunRow } from '@mission-control/contract/runs/schema';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { runQuery } from './follow-run.ts';

/** Without a live event a run is looked at again after so many ms. */
const LOOK_MS = 2_000;

/** Resolves when a run has ended; a server that is away meanwhile is asked again. */
export function endOfRun(client: QueryClient, id: number): Promise<RunRow> {
  return new Promise((settle) => {
    const observer = new QueryObserver(client, { ...runQuery(id), staleTime: 0, refetchInterval: LOOK_MS });
    const stop = observer.subscribe(({ data }) => {
      if (!data || data.run.outcome === 'running') return;
      stop();
      settle(data.run);
    });
  });
}
