import type { Call, CallResponse, CallRequest } from '@mission-control/contract/call';
import { noteSequence, startSequence } from '@mission-control/contract/runs/calls';
import { itemKey } from '@mission-control/contract/runs/rules';
import type { RunRow } from '@mission-control/contract/runs/schema';
import type { NewSequence } from '@mission-control/contract/runs/sequence';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/api.ts';
import { isResponseLost } from '../api/start-call.ts';
import { endOfRun, runOfFailure } from './run-outcome.ts';

/** Sequences that this tab drives. */
const drivenHere = new Set<string>();
export const isDrivenHere = (key: string): boolean => drivenHere.has(key);

/** Sequences whose end this tab reports itself, since the news of a run may be late. */
const reportedHere = new Set<string>();
export const isReportedHere = (key: string): boolean => reportedHere.has(key);

/**
 * Marks a sequence as driven by this tab until the returned function is called; a new one is stored on the server first.
 * @returns removes the mark; called with true when the server was lost, so that the runs are reported like any others
 */
export async function driveSequence(key: string, begin: NewSequence | null): Promise<(isBroken: boolean) => void> {
  if (begin !== null) await api.send(startSequence, { body: begin });
  drivenHere.add(key);
  reportedHere.add(key);
  return (isBroken) => {
    drivenHere.delete(key);
    if (isBroken) reportedHere.delete(key);
  };
}

/** Abandons the rest of a sequence. */
export const closeSequence = (key: string) => api.send(noteSequence, { params: { key }, body: { closed: true } });

/** Result of an item: the documented response, or its run. */
export interface ItemEnd<C extends Call> {
  answer: CallResponse<C> | null;
  run: RunRow | null;
}

/**
 * Runs an item of a sequence and waits for its end. A refusal is recorded on the server.
 * @throws ApiError when it was refused or has failed
 */
export async function runItem<C extends Call>(
  client: QueryClient,
  { sequence, item }: { sequence: string; item: string },
  call: C,
  request: CallRequest<C>,
): Promise<ItemEnd<C>> {
  try {
    const { run: id, answer } = await api.start(call, request, itemKey(sequence, item));
    if (answer !== null || id === null) return { answer, run: null };
    const run = await endOfRun(client, id);
    if (run.outcome !== 'succeeded') throw failureOf(run);
    return { answer: null, run };
  } catch (error) {
    if (error instanceof ApiError && !isLost(error) && runOfFailure(error) === null) {
      const refused = { item, reason: error.messages.join(' ').slice(0, 1000) };
      await api.send(noteSequence, { params: { key: sequence }, body: { refused } }).catch(() => undefined);
    }
    throw error;
  }
}

/** Whether the call may not have arrived: continuing would fail the same way. */
export const isLost = (error: unknown): boolean =>
  isResponseLost(error) || (error instanceof ApiError && error.code === 'not_signed_in');

/** The error of a failed run, as the documented response would state it. */
function failureOf(run: RunRow): ApiError {
  const message = run.error ?? 'The outcome of this run is unknown.';
  const details = { run_id: run.id };
  return new ApiError({ status: 502, code: 'target_failed', messages: [message], requestId: null, details });
}
