import { useEffect, useRef } from 'react';

/** One work at a time: the next one, or leaving the page, calls off the one before, which is not heard any more. */
export interface OneWork {
  run: (work: (signal: AbortSignal) => Promise<void>, failed: (error: unknown) => void) => void;
  stop: () => void;
}

/** Starts work that the person can call off. */
export function useOneWork(): OneWork {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => running.current?.abort();
  return {
    run(work, failed) {
      stop();
      const own = new AbortController();
      running.current = own;
      work(own.signal).catch((error: unknown) => {
        if (!own.signal.aborted) failed(error);
      });
    },
    stop,
  };
}
