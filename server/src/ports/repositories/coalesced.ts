/**
 * Lets one run of `work` per key follow the other. Whoever comes while one runs waits for one that begins after they came, together with
 * all who came meanwhile.
 */
export function coalesced(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  const planned = new Map<string, Promise<void>>();
  return (key) => {
    const waiting = planned.get(key);
    if (waiting !== undefined) return waiting;
    const before = last.get(key)?.catch(() => undefined) ?? Promise.resolve();
    const run = before.then(() => {
      planned.delete(key);
      return work(key);
    });
    planned.set(key, run);
    last.set(key, run);
    return run;
  };
}
