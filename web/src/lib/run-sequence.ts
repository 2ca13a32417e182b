import type { Call, CallAnswer, CallRequest } from '@mission-control/contract/call';
import { findSequence, noteSequence, startSequence } from '@mission-control/contract/runs/calls';
import type { RunKind } from '@mission-control/contract/runs/kinds';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { itemKey } from '@mission-control/contract/runs/rules';
import type { NewSequence } from '@mission-control/contract/runs/sequence';
import type { QueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { endOfRun } from './end-of-run.ts';
import { queryOf } from './query.ts';
import { runOfFailure } from './run-of-failure.ts';
import { isAnswerLost } from './start-call.ts';

/** The newest sequence of a kind, as the server keeps it. */
export const sequenceQuery = (kind: RunKind) => queryOf(findSequence, { query: { kind } }, ['runs']);

/** The sequences that this tab works through. */
const drivenHere = new Set<string>();
export const isDrivenHere = (key: string): boolean => drivenHere.has(key);

/** Those whose end this tab tells itself; the news of a run may come when it has worked through it. */
const toldHere = new Set<string>();
export const isToldHere = (key: string): boolean => toldHere.has(key);

/**
 * This tab works through a sequence until it calls what is answered; one that begins is kept on the server first.
 * @returns told whether it has lost the server: then the runs have to be told like any other
 */
export async function driveSequence(key: string, begin: NewSequence | null): Promise<(isBroken: boolean) => void> {
  if (begin !== null) await api.send(startSequence, { body: begin });
  drivenHere.add(key);
  toldHere.add(key);
  return (isBroken) => {
    drivenHere.delete(key);
    if (isBroken) toldHere.delete(key);
  };
}

/** Gives up what is left of a sequence. */
export const closeSequence = (key: string) => api.send(noteSequence, { params: { key }, body: { closed: true } });

/** What became of an item: the documented answer, or its run. */
export interface ItemEnd<C extends Call> {
  answer: CallAnswer<C> | null;
  run: RunRow | null;
}

/**
 * Runs an item of a sequence and waits for its end. A refusal is noted on the server.
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

/** Nobody knows whether the call has arrived: going on would fail the same way. */
export const isLost = (error: unknown): boolean =>
  isAnswerLost(error) || (error instanceof ApiError && error.code === 'not_signed_in');

/** The error of a run that did not succeed, as the documented answer would have had it. */
function failureOf(run: RunRow): ApiError {
  const message = run.error ?? 'Nobody saw how this run ended.';
  const details = { run_id: run.id };
  return new ApiError({ status: 502, code: 'target_failed', messages: [message], requestId: null, details });
}
