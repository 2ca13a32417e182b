/** Limits how long the other side may be silent. */
export interface SilenceLimit {
  /** Aborts when the silence has lasted too long, or when the caller's own signal does. */
  signal: AbortSignal;
  /** Something has come: the silence begins anew. */
  heard: () => void;
  /** The silence has lasted too long. */
  isOver: () => boolean;
  end: () => void;
}

const STEP_MS = 1_000;
/** Time for what came while the page was busy. */
const LAST_LOOK_MS = 100;

/**
 * Counts in steps, so that a page that is too busy to look at its answers, or a machine that sleeps, takes one step only: that time is
 * not the server's silence.
 */
export function createSilenceLimit(limitMs: number, outer?: AbortSignal): SilenceLimit {
  const limit = new AbortController();
  let left = limitMs;
  let timer: ReturnType<typeof setTimeout>;
  function step(): void {
    const ms = Math.min(STEP_MS, left);
    timer = setTimeout(() => {
      left -= ms;
      if (left > 0) step();
      else timer = setTimeout(() => (left > 0 ? step() : limit.abort()), LAST_LOOK_MS);
    }, ms);
  }
  step();
  return {
    signal: outer ? AbortSignal.any([limit.signal, outer]) : limit.signal,
    heard: () => (left = limitMs),
    isOver: () => limit.signal.aborted,
    end: () => clearTimeout(timer),
  };
}
