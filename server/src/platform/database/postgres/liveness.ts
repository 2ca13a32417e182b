import { DatabaseDown } from './database-down.ts';

/** Maximum wait for a response after a reported timeout. */
const TIMEOUT_MS = 400;
const ASK_AGAIN_MS = 200;
/** After this an attempt is abandoned and another one starts. */
const HANGING_MS = 1_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

/** Tracks whether the database responds. It is not probed until a caller reports a timeout. */
export interface LivenessCheck {
  reportTimeout(): void;
  /** Number of reported timeouts so far: connections opened before the last one may be dead without having noticed. */
  timeouts(): number;
  /**
   * After a reported timeout, waits for the database to respond.
   * @throws DatabaseDown after a short wait, or at once when the database is known to be silent
   */
  waitForResponse(): Promise<void>;
  stop(): void;
}

/** @param ask resolves when the database responds on a dedicated connection, and eventually rejects otherwise */
export function createLivenessCheck(ask: () => Promise<void>): LivenessCheck {
  const stopped = new AbortController();
  let [count, silent] = [0, false];
  let asking: Promise<void> | null = null;

  async function askUntilItAnswers(): Promise<void> {
    const answer = Promise.withResolvers<'answered'>();
    const late = setTimeout(() => (silent = true), TIMEOUT_MS);
    for (let answered = false; !answered && !stopped.signal.aborted;) {
      const attempt = ask().then(
        () => answer.resolve('answered'),
        () => {
          silent = true;
          return pause(ASK_AGAIN_MS);
        },
      );
      // A hanging attempt is abandoned: the next one may get through.
      answered = (await Promise.race([answer.promise, attempt, pause(HANGING_MS)])) === 'answered';
    }
    clearTimeout(late);
    silent = false;
    asking = null;
  }

  return {
    reportTimeout() {
      if (asking) return;
      count += 1;
      asking = askUntilItAnswers();
    },
    timeouts: () => count,
    async waitForResponse() {
      if (!asking) return;
      const sign = asking.then(() => true);
      const answers = !silent && (await Promise.race([sign, pause(TIMEOUT_MS).then(() => false)]));
      if (!answers) throw new DatabaseDown('The database has been silent for too long.');
    },
    stop: () => stopped.abort(),
  };
}
