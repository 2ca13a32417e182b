import { setTimeout as sleep } from 'node:timers/promises';

/** A periodic task. */
interface Repeated {
  /** Resolves when it no longer runs. */
  stop(): Promise<void>;
}

/** Repeats a step, `everyMs` after each completion; failures are reported and the next step runs as usual. */
export function repeat(everyMs: number, step: () => Promise<void>, onFailure: (error: unknown) => void): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      await step().catch(onFailure);
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const done = loop();
  return {
    stop() {
      stopping.abort();
      return done;
    },
  };
}
