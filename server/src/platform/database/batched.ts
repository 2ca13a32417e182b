import { setImmediate } from 'node:timers/promises';

/**
 * Batches reads: keys requested in the same turn of the event loop, or while a read is in progress, share the next statement. A read never
 * starts before its request, so the result is at least as fresh as the request.
 * @param read returns the values by key; missing keys yield undefined. A failure rejects every waiter of that read.
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
    let waiter = waiting.get(key);
    if (!waiter) waiting.set(key, (waiter = Promise.withResolvers<Value | undefined>()));
    if (!reading) void readWaiting();
    return waiter.promise;
  };
}

/**
 * Lets concurrent requests share one read, as in `batched`: those that arrive while a read is in progress share the next one.
 * @param read gets the requests it serves, oldest first
 */
export function shared<Request, Value>(
  read: (requests: Request[]) => Promise<Value>,
): (request: Request) => Promise<Value> {
  const reader = batched(async (requests: Request[]) => {
    const value = await read(requests);
    return new Map(requests.map((request) => [request, { value }]));
  });
  return async (request) => ((await reader(request)) as { value: Value }).value;
}
