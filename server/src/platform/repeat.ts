import { setTimeout as sleep } from 'node:timers/promises';

/** A periodic task. */
interface Repeated {
  /** Resolves when it no longer runs. */
  stop(): Promise<void>;
}

/**
 * Repeats a step, `everyMs` after each completion; failures are reported and the next step runs as usual.
 * @param firstMs pause before the first one
 */
export function repeat(
  everyMs: number,
  step: () => Promise<void>,
  onFailure: (error: unknown) => void,
  firstMs = 0,
): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const loop = async (): Promise<void> => {
    if (firstMs > 0) await pause(firstMs);
    while (!signal.aborted) {
      await step().catch(onFailure);
      await pause(everyMs);
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
