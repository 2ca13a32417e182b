import { readFileSync } from 'node:fs';

const KEPT = 2_000;

/** How long the main thread of this process was ready to run and had no core, since times that are not long ago. */
export interface CoreWaiting {
  /** In ms, since the last time that it was asked before then; 0 where the system does not tell. @param time ms since 1970 */
  since(time: number): number;
}

/** Asked often, it tells what a process itself is late from what a busy machine makes it. */
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

/** The second number is the time in the queue for a core, in ns (Linux). */
function readWaiting(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1] ?? 0) / 1e6;
  } catch {
    return 0;
  }
}
