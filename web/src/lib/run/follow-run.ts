import { abortRun, getRun, readRunOutput } from '@mission-control/contract/runs/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RunLog } from '../../ui/run/run-log.ts';
import { api } from '../api/api.ts';
import { queryOf, retryIntervalAfterFailure } from '../api/query.ts';
import { toastError } from '../toast/toast-error.ts';

/** Polling interval of a running run in case a live event is lost. */
const POLL_MS = 5_000;
const RETRY_MS = 1_000;

export const runQuery = (id: number) => queryOf(getRun, { params: { id } });

/** Reads output from an offset; tests inject their own. */
type ReadOutput = (
  from: number,
  signal: AbortSignal,
) => Promise<{ pieces: Parameters<RunLog['add']>[0]; length: number }>;

/** Reads the output of a run as it is written. */
interface OutputReader {
  /** The output has at least `length` units. */
  want(length: number): void;
  stop(): void;
}

/**
 * Reads on from the end of the log; a broken read resumes there, so nothing is lost or repeated.
 * @param pause waits before a retry
 */
export function createOutputReader(log: RunLog, read: ReadOutput, pause: () => Promise<void>): OutputReader {
  let end = new AbortController();
  let wanted = 0;
  let reading = false;
  async function readAll(): Promise<void> {
    while (log.next < wanted && !end.signal.aborted) {
      const before = log.next;
      try {
        const part = await read(before, end.signal);
        if (end.signal.aborted) break;
        log.add(part.pieces);
        wanted = Math.max(wanted, part.length);
      } catch {
        // Retry from the end of the log, whatever the cause.
      }
      if (log.next === before) await pause();
    }
  }
  return {
    want(length) {
      wanted = Math.max(wanted, length);
      if (end.signal.aborted) end = new AbortController();
      if (reading) return;
      reading = true;
      void readAll().finally(() => (reading = false));
    },
    stop: () => end.abort(),
  };
}

const aWhile = (): Promise<void> => new Promise((settle) => setTimeout(settle, RETRY_MS));

function openRun(id: number) {
  const log = new RunLog();
  const read: ReadOutput = (from, signal) => api.send(readRunOutput, { params: { id }, query: { from } }, { signal });
  return { id, log, reader: createOutputReader(log, read, aWhile) };
}

/** A run and, if the user may read it, its live output. */
export function useRun(id: number, mayRead: boolean) {
  const client = useQueryClient();
  const [kept, setKept] = useState(() => openRun(id));
  if (kept.id !== id) setKept(openRun(id));
  const { log, reader } = kept;
  const query = useQuery({
    ...runQuery(id),
    refetchInterval: (read) => (read.state.data?.run.outcome === 'running' ? POLL_MS : retryIntervalAfterFailure(read)),
  });
  const length = mayRead ? (query.data?.run.output_length ?? 0) : 0;
  useEffect(() => reader.want(length), [reader, length]);
  // A remount starts it again with the next `want`.
  useEffect(() => () => reader.stop(), [reader]);
  const abort = useMutation({
    mutationFn: () => api.send(abortRun, { params: { id } }),
    onSuccess: (answer) => client.setQueryData(runQuery(id).queryKey, answer),
    onError: (refusal) => toastError(refusal),
  });
  return { query, log, abort };
}
