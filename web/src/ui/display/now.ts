import { useSyncExternalStore } from 'react';

const STEP = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** The time that a render has read; React reads it twice and expects the same. */
let known: number | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    known = null;
    listeners.forEach((onTick) => onTick());
  }, STEP);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The browser's clock in steps, so that renders between two ticks see the same time. */
function read(every: number): number {
  if (known === null) {
    // oxlint-disable-next-line no-restricted-properties -- primitives know no lib; tests turn this clock with fake timers
    known = Date.now();
    queueMicrotask(() => (known = null));
  }
  return Math.floor(known / every) * every;
}

/** The time now in ms, in steps of `every` ms (whole seconds); one timer serves the whole page. */
export function useNow(every: number): number {
  return useSyncExternalStore(subscribe, () => read(every));
}

function followVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Whether this tab is in the background. */
export function usePageHidden(): boolean {
  return useSyncExternalStore(followVisibility, () => document.hidden);
}
