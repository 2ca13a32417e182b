import { reconnectPause, type NetworkSignals } from './live-feed.ts';

const POLL_MS = 1_000;

const isVisible = (): boolean => document.visibilityState !== 'hidden';

/** Monotonic ms that include time asleep: the wall clock may be set back, the steady one may stop while the machine sleeps. */
export function createSuspendAwareClock(wall: () => number, steady: () => number): () => number {
  let total = 0;
  let last = { wall: wall(), steady: steady() };
  return () => {
    const now = { wall: wall(), steady: steady() };
    total += Math.max(now.wall - last.wall, now.steady - last.steady, 0);
    last = now;
    return total;
  };
}

/**
 * Watches the browser's network and clock. Timers stop while the machine sleeps and are throttled in hidden tabs, so a page that becomes
 * visible triggers a check, too.
 */
export function watchNetwork({ onCheck, onOffline, onOnline }: NetworkSignals): () => void {
  const timer = setInterval(onCheck, POLL_MS);
  const end = new AbortController();
  const { signal } = end;
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, onCheck, { signal });
  for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, onCheck, { signal });
  window.addEventListener('offline', onOffline, { signal });
  window.addEventListener('online', onOnline, { signal });
  return () => {
    clearInterval(timer);
    end.abort();
  };
}

/** Pauses before a retry; ends early when the signal aborts, the network is back or the page becomes visible. */
export function pauseBeforeRetry(failures: number, signal: AbortSignal): Promise<void> {
  const random = (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256;
  const ms = reconnectPause(failures, random, isVisible() ? 'visible' : 'hidden');
  return new Promise((resolve) => {
    const over = new AbortController();
    const done = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(done, ms);
    const options = { signal: over.signal };
    signal.addEventListener('abort', done, options);
    window.addEventListener('online', done, options);
    document.addEventListener('visibilitychange', () => isVisible() && done(), options);
  });
}
