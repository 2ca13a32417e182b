import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';

/** With fewer monitors than these nothing can be told from many failures at once. */
const FEWEST = 5;

/** Tells the failures of many sites at once from a fault of the prober's own: its network, its DNS. */
export interface FaultWatch {
  /** A check of a monitor that was thought to be online (of one that is known to be down a failure says nothing new). */
  note(id: number, at: number, ok: boolean): void;
  /** Since when over half of the checks of the last interval fail together; null when they do not. */
  faultySince(now: number): number | null;
}

/** Looks at the last check of each monitor within one interval. */
export function createFaultWatch(): FaultWatch {
  const last = new Map<number, { at: number; ok: boolean }>();
  let since: number | null = null;
  return {
    note(id, at, ok) {
      last.delete(id);
      last.set(id, { at, ok });
    },
    faultySince(now) {
      let failures = 0;
      // In the order of their notes: the old ones come first.
      for (const [id, { at, ok }] of last) {
        if (at < now - CHECK_INTERVAL_MS) last.delete(id);
        else if (!ok) failures += 1;
      }
      const faulty = last.size >= FEWEST && failures * 2 > last.size;
      since = faulty ? (since ?? now) : null;
      return since;
    },
  };
}
