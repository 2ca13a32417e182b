/** Limits how long the server may be silent. */
export interface SilenceLimit {
  /** Aborts after too long a silence, or with the caller's signal. */
  signal: AbortSignal;
  /** To be called when data arrives: restarts the limit. */
  onData: () => void;
  /** The limit has expired. */
  isOver: () => boolean;
  end: () => void;
}

const STEP_MS = 1_000;
/** Grace period for data that arrived while the page was busy. */
const GRACE_MS = 100;

/** Counts in steps, so that a busy page or a sleeping machine costs one step only: that time is not the server's silence. */
export function createSilenceLimit(limitMs: number, outer?: AbortSignal): SilenceLimit {
  const limit = new AbortController();
  let left = limitMs;
  let timer: ReturnType<typeof setTimeout>;
  function step(): void {
    const ms = Math.min(STEP_MS, left);
    timer = setTimeout(() => {
      left -= ms;
      if (left > 0) step();
      else timer = setTimeout(() => (left > 0 ? step() : limit.abort()), GRACE_MS);
    }, ms);
  }
  step();
  return {
    signal: outer ? AbortSignal.any([limit.signal, outer]) : limit.signal,
    onData: () => (left = limitMs),
    isOver: () => limit.signal.aborted,
    end: () => clearTimeout(timer),
  };
}
