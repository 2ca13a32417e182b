import { ApiError } from './api-error.ts';

/** What became of a call that starts a run. */
export interface StartedCall<Answer> {
  /** The run; null when a documented answer names none. */
  run: number | null;
  /** The documented answer, when the run has ended; null while it goes on. */
  answer: Answer | null;
}

interface StartDeps<Answer> {
  /** Sends the call with these headers. `isAccepted`: it answered 202. @throws ApiError */
  ask: (headers: Record<string, string>) => Promise<{ isAccepted: boolean; answer: Answer }>;
  /** The run of the click; undefined without one. @throws ApiError */
  findRun: () => Promise<number | undefined>;
  pause: (ms: number) => Promise<void>;
  /** Names the click: what arrives twice with the same key is done once. */
  key: string;
}

/** Pause before a click is sent again whose answer was lost. */
const RESEND_MS = 1_000;
/** By these nobody knows whether the call has arrived. */
const LOST: readonly string[] = ['offline', 'timeout', 'unavailable'];

/** Whether nobody knows that a call has arrived. */
export const isAnswerLost = (error: unknown): boolean => error instanceof ApiError && LOST.includes(error.code);

/**
 * Sends a call that starts a run. It asks for 202 (C-133), and understands the documented answer too. When the answer is lost, its run is
 * looked for; without one the click is sent once more.
 */
export async function startCall<Answer>({ ask, findRun, pause, key }: StartDeps<Answer>): Promise<StartedCall<Answer>> {
  for (let mayRepeat = true; ; mayRepeat = false) {
    try {
      const { isAccepted, answer } = await ask({ prefer: 'respond-async', 'idempotency-key': key });
      return { run: runOf(answer), answer: isAccepted ? null : answer };
    } catch (error) {
      if (!isAnswerLost(error)) throw error;
      const run = await findRun().catch(() => undefined);
      if (run !== undefined) return { run, answer: null };
      if (!mayRepeat) throw error;
      await pause(RESEND_MS);
    }
  }
}

const runOf = (answer: unknown): number | null =>
  typeof answer === 'object' && answer !== null && 'run_id' in answer && typeof answer.run_id === 'number'
    ? answer.run_id
    : null;
