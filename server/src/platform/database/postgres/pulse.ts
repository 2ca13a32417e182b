import { DatabaseDown } from './database-down.ts';

/** Maximum wait for a response while in doubt. */
const TIMEOUT_MS = 400;
const ASK_AGAIN_MS = 200;
/** After this an attempt is abandoned and another one starts. */
const HANGING_MS = 1_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

/** Tracks whether the database responds. It is not probed until a caller reports a timeout. */
export interface Pulse {
  /** Reports a timeout. */
  doubt(): void;
  /** Number of doubts so far: connections opened before the last one may be dead without having noticed. */
  doubts(): number;
  /**
   * While in doubt, waits for the database to respond.
   * @throws DatabaseDown after a short wait, or at once when the database is known to be silent
   */
  expectAnswer(): Promise<void>;
  stop(): void;
}

/** @param ask resolves when the database responds on a dedicated connection, and eventually rejects otherwise */
export function createPulse(ask: () => Promise<void>): Pulse {
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
    doubt() {
      if (asking) return;
      count += 1;
      asking = askUntilItAnswers();
    },
    doubts: () => count,
    async expectAnswer() {
      if (!asking) return;
      const sign = asking.then(() => true);
      const answers = !silent && (await Promise.race([sign, pause(TIMEOUT_MS).then(() => false)]));
      if (!answers) throw new DatabaseDown('The database has been silent for too long.');
    },
    stop: () => stopped.abort(),
  };
}
