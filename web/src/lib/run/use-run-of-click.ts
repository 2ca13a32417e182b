import { listRuns } from '@mission-control/contract/runs/calls';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useToolSearch } from '../address/tool-search.ts';
import type { ApiError } from '../api/api-error.ts';
import { queryOf } from '../api/query.ts';
import { toastFailure } from '../toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { runOfFailure } from './run-outcome.ts';

/** Polling interval for a run about to start, in case its live event is lost. */
const POLL_MS = 1_000;
/** Polling interval for the end of a run. */
const END_POLL_MS = 5_000;

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
      if (run === undefined) return pending && POLL_MS;
      return run.outcome === 'running' && END_POLL_MS;
    },
  });
  return (key === null ? undefined : data?.runs[0]) ?? null;
}

interface ToolRun<Wanted, Answer> {
  /** @param key idempotency key of the click */
  start: (wanted: Wanted, key: string) => Promise<{ answer: Answer | null }>;
  success: (wanted: Wanted) => string;
  failure: (reason: string) => string;
}

/** A tool's run and its URL state. The click key in the URL keeps the run in view after a reload. */
export function useToolRun<Wanted, Answer>({ start, success, failure }: ToolRun<Wanted, Answer>) {
  const [url, write] = useToolSearch();
  const mutation = useMutation<{ answer: Answer | null }, ApiError, Wanted>({
    mutationFn: (wanted) => {
      const key = crypto.randomUUID();
      write({ click: key });
      return start(wanted, key);
    },
    // Without a response the run continues, and its end is reported on any page.
    onSuccess: ({ answer }, wanted) => answer && toast.success(success(wanted)),
    onError: (error) => toastFailure(error, failure),
  });
  const clicked = useRunOfClick(url.click ?? null, mutation.isPending);
  return {
    url,
    write,
    mutation,
    pending: mutation.isPending || clicked?.outcome === 'running',
    run: clicked?.id ?? runOfFailure(mutation.error),
  };
}
