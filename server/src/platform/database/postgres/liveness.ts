import { DatabaseDown } from './database-down.ts';

/** Maximum wait for a response after a reported timeout. */
const TIMEOUT_MS = 400;
const RETRY_MS = 200;
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

/** @param probe resolves when the database responds on a dedicated connection, and eventually rejects otherwise */
export function createLivenessCheck(probe: () => Promise<void>): LivenessCheck {
  const stopped = new AbortController();
  let [count, silent] = [0, false];
  let probing: Promise<void> | null = null;

  async function probeUntilResponse(): Promise<void> {
    const answer = Promise.withResolvers<'answered'>();
    const late = setTimeout(() => (silent = true), TIMEOUT_MS);
    for (let answered = false; !answered && !stopped.signal.aborted;) {
      const attempt = probe().then(
        () => answer.resolve('answered'),
        () => {
          silent = true;
          return pause(RETRY_MS);
        },
      );
      // A hanging attempt is abandoned: the next one may get through.
      answered = (await Promise.race([answer.promise, attempt, pause(HANGING_MS)])) === 'answered';
    }
    clearTimeout(late);
    silent = false;
    probing = null;
  }

  return {
    reportTimeout() {
      if (probing) return;
      count += 1;
      probing = probeUntilResponse();
    },
    timeouts: () => count,
    async waitForResponse() {
      if (!probing) return;
      const sign = probing.then(() => true);
      const answers = !silent && (await Promise.race([sign, pause(TIMEOUT_MS).then(() => false)]));
      if (!answers) throw new DatabaseDown('The database has been silent for too long.');
    },
    stop: () => stopped.abort(),
  };
}
