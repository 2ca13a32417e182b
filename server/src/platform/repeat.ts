/** A periodic task. */
interface Repeated {
  /** Resolves when it no longer runs. */
  stop(): Promise<void>;
}

/** Repeats a step, `everyMs` after each completion; failures are reported and the next step runs as usual. */
export function repeat(everyMs: number, step: () => Promise<void>, onFailure: (error: unknown) => void): Repeated {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await step().catch(onFailure);
      await pause(everyMs, stopping.signal);
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((settle) => {
    if (signal.aborted) return settle();
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      settle();
    }
    signal.addEventListener('abort', end);
  });
}
