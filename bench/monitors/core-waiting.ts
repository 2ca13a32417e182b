import { readFileSync } from 'node:fs';

const KEPT = 2_000;

/** Measures how long this process's main thread was ready to run without a core. */
export interface CoreWaiting {
  /** In ms, since the last call before `time`; 0 if the system does not provide it. @param time ms since the epoch */
  since(time: number): number;
}

/** With frequent calls of `since`, tells a process's own lateness from that of a busy machine. */
export function watchWaiting(): CoreWaiting {
  const seen = [{ at: 0, ms: readWaiting() }];
  return {
    since(time) {
      const ms = readWaiting();
      const before = seen.findLast(({ at }) => at <= time) ?? seen[0];
      seen.push({ at: Date.now(), ms });
      if (seen.length > KEPT) seen.splice(0, KEPT / 2);
      return ms - (before?.ms ?? ms);
    },
  };
}

/** The second number is the run-queue wait, in ns (Linux). */
function readWaiting(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1] ?? 0) / 1e6;
  } catch {
    return 0;
  }
}
