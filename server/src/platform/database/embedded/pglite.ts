import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, OpenDatabase } from '../database.ts';
import { openConnection } from './connection.ts';
import type { Opened, Order, ThreadData } from './database-thread.ts';
import { lockDirectory } from './directory-lock.ts';
import { openInMemory } from './open-files.ts';
import { backendBehind, backendOf, type Backend } from './wire.ts';

const movedMark = (dataDir: string): string => join(dataDir, 'database.moved');

/** Retires the embedded database of a folder: its data lives in PostgreSQL now. */
export const markMoved = (dataDir: string, at: Date): void =>
  writeFileSync(movedMark(dataDir), `${at.toISOString()}\n`, { mode: 0o600 });

function refuseMoved(dataDir: string): void {
  const mark = movedMark(dataDir);
  if (!existsSync(mark)) return;
  const at = readFileSync(mark, 'utf8').trim();
  throw new Error(
    `The data of this console was moved to PostgreSQL at ${at}: set DATABASE_URL. To return to its state at that time, remove ${mark}.`,
  );
}

/**
 * Opens the embedded database in a separate thread.
 * @param dataDir the installation's DATA_DIR; null keeps everything in memory and in this thread, for tests
 * @param template initial content of an in-memory database: a dump of another
 * @throws when another live process has the directory open
 */
export async function openPglite(dataDir: string | null, template?: Blob): Promise<OpenDatabase> {
  if (dataDir === null) {
    const client = await openInMemory(template);
    return connect(backendOf(client), () => client.close());
  }
  refuseMoved(dataDir);
  const lock = await lockDirectory(dataDir);
  try {
    const { backend, close } = await startThread({ folder: join(dataDir, 'database'), lock: lock.mark });
    return await connect(backend, async () => {
      await close();
      await lock.release();
    });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startThread(data: ThreadData): Promise<{ backend: Backend; close: () => Promise<void> }> {
  const thread = new Worker(new URL('./database-thread.ts', import.meta.url), {
    workerData: data,
    env: {},
    stdin: false,
    execArgv: [],
  });
  const ended = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<Opened>();
  thread.once('message', opened.resolve);
  thread.once('error', opened.reject);
  thread.once('exit', () => ended.resolve());
  const order = (value: Order, transfer: MessagePort[] = []): void => thread.postMessage(value, transfer);
  const close = async (): Promise<void> => {
    order('close');
    await ended.promise;
  };
  const { error } = await opened.promise;
  if (error !== undefined) {
    await thread.terminate();
    throw error as Error;
  }
  // Without its database the process is of no use: it ends as after any unhandled error.
  thread.once('error', (lost) => {
    throw lost;
  });
  const open = () => {
    const { port1, port2 } = new MessageChannel();
    order(port2, [port2]);
    return port1;
  };
  return { backend: backendBehind(open), close };
}

/** @param close closes the database after its connection */
async function connect(backend: Backend, close: () => Promise<void>): Promise<OpenDatabase> {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const connection = await openConnection(backend, ({ channel, payload = '' }) => {
    for (const onPayload of listeners.get(channel) ?? []) onPayload(payload);
  });
  const { query, script, transaction } = connection;
  const listen = async (channel: string, onPayload: (payload: string) => void): Promise<() => void> => {
    const callbacks = listeners.get(channel) ?? new Set();
    listeners.set(channel, callbacks.add(onPayload));
    await query(`listen ${pg.escapeIdentifier(channel)}`);
    return () => void callbacks.delete(onPayload);
  };
  const db = drizzle({ client: { query } as unknown as pg.Client }) as unknown as Database;
  db.transaction = transaction as Database['transaction'];
  return {
    kind: 'embedded',
    db,
    exec: async (sql) => void (await script(sql)),
    listen: async (channel, onPayload) => {
      const end = await listen(channel, onPayload);
      // Within one process no notification can be lost.
      return { stop: async () => end(), isListening: () => true, lastProofMsAgo: () => 0 };
    },
    withLongTimeouts: (work) => work(),
    pools: () => ({}),
    bossDb: {
      executeSql: script,
      async listen(channel: string, onJob: (queue: string) => void) {
        const end = await listen(channel, onJob);
        return { close: async () => end() };
      },
    },
    // The directory lock already keeps other processes out.
    exclusively: (work) => work(),
    // No other process can observe it.
    hold: async () => async () => undefined,
    ping: async () => void (await query('select 1')),
    async close() {
      await connection.close();
      await close();
    },
  };
}
