import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { assertLockHeld } from './directory-lock.ts';
import { openFiles } from './open-files.ts';
import { serve } from './wire.ts';

/** What the thread is started with. */
export interface ThreadData {
  folder: string;
  lock: { path: string; owner: string };
}

/** A connection to serve, or the order to close the database and end. */
export type Order = MessagePort | 'close';

/** Sent once: the database is open, or why it is not. */
export type Opened = { error?: unknown };

// A separate thread, so that a statement of one request does not hold up all other requests.
const { folder, lock } = workerData as ThreadData;
const report = (opened: Opened): void => parentPort?.postMessage(opened);
try {
  const client = await openFiles(folder, () => assertLockHeld(lock));
  parentPort?.on('message', (order: Order) => {
    if (order !== 'close') return serve(client, order);
    void client.close().finally(() => process.exit());
  });
  report({});
} catch (error) {
  report({ error });
}
