import pg from 'pg';
import type { ConnectionPool } from '../postgres/connection-pool.ts';
import { rollBack, runTransaction, sessionOn } from '../postgres/session.ts';
import { Wire, type Backend } from './wire.ts';

/**
 * Opens the one connection that an embedded database has. Statements are sent without waiting for each other's responses; a transaction
 * or script has the connection to itself.
 */
export async function openConnection(
  backend: Backend,
  onNotification: (notification: pg.Notification) => void,
): Promise<Omit<ConnectionPool, 'state'>> {
  const client = new pg.Client({ stream: () => new Wire(backend), pipeline: true });
  // Statements fail with it.
  client.on('error', () => undefined);
  client.on('notification', onNotification);
  await client.connect();
  const session = sessionOn(client, () => undefined);
  let last = Promise.resolve();

  /** Waits for all callers before this one to have sent their statements. @returns lets the next caller send */
  async function turn(): Promise<() => void> {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  }

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = await turn();
    try {
      return await work();
    } finally {
      done();
    }
  }

  return {
    query: (async (...args: unknown[]) => {
      const done = await turn();
      const response = session.query(...args);
      done();
      return response;
    }) as pg.Client['query'],
    script: (text, values) =>
      alone(async () => {
        try {
          return await session.query(text, values);
        } catch (error) {
          await rollBack(session);
          throw error;
        }
      }),
    transaction: (work, config) => alone(() => runTransaction(session, work, config)),
    close: () => alone(() => client.end()),
  };
}
