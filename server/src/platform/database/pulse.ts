import { DatabaseDown } from './database-down.ts';

/** How long those who come while it is in doubt wait for a sign of life. */
const PATIENCE_MS = 400;
const ASK_AGAIN_MS = 200;
/** After which an attempt is left to itself and another one is made. */
const HANGING_MS = 1_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

/** Whether the database answers. Nobody asks while all goes well; who has met a time limit says so. */
export interface Pulse {
  /** Somebody waited in vain. */
  doubt(): void;
  /** How often it was in doubt so far: connections from before may be dead without having noticed. */
  doubts(): number;
  /**
   * Waits for a sign of life when it is in doubt.
   * @throws DatabaseDown shortly afterwards when there is none, and at once when it is known to be silent
   */
  expectAnswer(): Promise<void>;
  stop(): void;
}

/** @param ask resolves when the database answers on a connection of its own, and rejects in the end when it does not */
export function createPulse(ask: () => Promise<void>): Pulse {
  const stopped = new AbortController();
  let [count, silent] = [0, false];
  let asking: Promise<void> | null = null;

  async function askUntilItAnswers(): Promise<void> {
    const answer = Promise.withResolvers<'answered'>();
    const late = setTimeout(() => (silent = true), PATIENCE_MS);
    for (let heard = false; !heard && !stopped.signal.aborted;) {
      const attempt = ask().then(
        () => answer.resolve('answered'),
        () => {
          silent = true;
          return pause(ASK_AGAIN_MS);
        },
      );
      // One that hangs is not waited for: the next one may get through.
      heard = (await Promise.race([answer.promise, attempt, pause(HANGING_MS)])) === 'answered';
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
      const answers = !silent && (await Promise.race([sign, pause(PATIENCE_MS).then(() => false)]));
      if (!answers) throw new DatabaseDown('The database has been silent for too long.');
    },
    stop: () => stopped.abort(),
  };
}
