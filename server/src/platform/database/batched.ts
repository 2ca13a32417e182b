import { setImmediate } from 'node:timers/promises';

/**
 * Answers many requests with one statement: keys that are asked for in the same turn of the event loop, or while a read is under
 * way, are read together next. A read begins after it was asked for, never before, so its answer is at least as new as the request.
 * @param read the values of the keys it is given; a missing one is undefined. Its failure fails all who wait for it.
 */
export function batched<Key, Value>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: Map<Key, PromiseWithResolvers<Value | undefined>> | null = null;
  let reading = false;

  async function readWaiting(): Promise<void> {
    reading = true;
    while (waiting) {
      await setImmediate();
      const batch: Map<Key, PromiseWithResolvers<Value | undefined>> = waiting;
      waiting = null;
      try {
        const found = await read([...batch.keys()]);
        for (const [key, { resolve }] of batch) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    reading = false;
  }

  return (key) => {
    waiting ??= new Map();
    let asked = waiting.get(key);
    if (!asked) waiting.set(key, (asked = Promise.withResolvers<Value | undefined>()));
    if (!reading) void readWaiting();
    return asked.promise;
  };
}
