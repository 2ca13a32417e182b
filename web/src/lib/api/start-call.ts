import { isObject } from '../is-object.ts';
import { ApiError } from './api-error.ts';

/** Result of a call that starts a run. */
export interface StartedCall<Answer> {
  /** Id of the run; null when the documented response names none. */
  run: number | null;
  /** The documented response once the run has ended; null while it runs. */
  answer: Answer | null;
}

interface StartDeps<Answer> {
  /** Sends the call with these headers. `isAccepted`: the status was 202. @throws ApiError */
  send: (headers: Record<string, string>) => Promise<{ isAccepted: boolean; answer: Answer }>;
  /** Id of the run with this key, or undefined. @throws ApiError */
  findRun: () => Promise<number | undefined>;
  pause: (ms: number) => Promise<void>;
  /** Idempotency key: calls with the same key run once. */
  key: string;
}

/** Pause before resending a call whose response was lost. */
const RESEND_MS = 1_000;
/** Codes that leave open whether the call has arrived. */
const LOST: readonly string[] = ['offline', 'timeout', 'unavailable', 'unreadable'];

export const isResponseLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && LOST.includes(error.code);

/**
 * Sends a call that starts a run. Requests 202 (C-133) and accepts the documented response too. If the response is lost, looks for the run
 * by its key; if there is none, resends once.
 */
export async function startCall<Answer>({
  send,
  findRun,
  pause,
  key,
}: StartDeps<Answer>): Promise<StartedCall<Answer>> {
  for (let mayRepeat = true; ; mayRepeat = false) {
    try {
      const { isAccepted, answer } = await send({ prefer: 'respond-async', 'idempotency-key': key });
      return { run: runIdIn(answer), answer: isAccepted ? null : answer };
    } catch (error) {
      if (!isResponseLost(error)) throw error;
      const lookup = await findRun().then(
        (run) => ({ run }),
        () => null,
      );
      if (lookup?.run !== undefined) return { run: lookup.run, answer: null };
      // The server is reachable but knows no run with this key: the response was lost, and the run may continue without the key.
      if (!mayRepeat) throw lookup === null ? error : lostRun(error);
      await pause(RESEND_MS);
    }
  }
}

const lostRun = (cause: ApiError): ApiError => {
  const { status, code, requestId } = cause;
  return new ApiError({ status, code, messages: [RUN_LOST], requestId }, { cause });
};

const RUN_LOST =
  'The connection was lost before the response was complete. Check in Tools, Runs whether it was started, then try again.';

/** The id of the run that a response or an error names, or null. */
export const runIdIn = (value: unknown): number | null =>
  isObject(value) && typeof value.run_id === 'number' ? value.run_id : null;
