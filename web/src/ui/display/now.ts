import { useSyncExternalStore } from 'react';

const STEP = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((onTick) => onTick()), STEP);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The browser's clock in steps, so that renders between two ticks see the same time. */
function read(every: number): number {
  // oxlint-disable-next-line no-restricted-properties -- primitives know no lib; tests turn this clock with fake timers
  return Math.floor(Date.now() / every) * every;
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
