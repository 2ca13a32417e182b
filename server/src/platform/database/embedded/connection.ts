import pg from 'pg';
import type { ConnectionPool } from '../postgres/connection-pool.ts';
import {
  isRead,
  nameFrequent,
  rollBack,
  runTransaction,
  sessionOn,
  type Session,
  type Statement,
  type Steps,
} from '../postgres/session.ts';
import { Wire, type Backend } from './wire.ts';

/**
 * Opens the single connection of an embedded database. Statements are pipelined. A transaction has exclusive use of the connection from its
 * first write on, a script throughout.
 */
export async function openConnection(
  backend: Backend,
  onNotification: (notification: pg.Notification) => void,
): Promise<Omit<ConnectionPool, 'state'>> {
  const client = new pg.Client({ stream: () => new Wire(backend), pipeline: true });
  // Ignored here: pending statements fail with the same error.
  client.on('error', () => undefined);
  client.on('notification', onNotification);
  await client.connect();
  const unnamed = sessionOn(client, () => undefined);
  const session: Session = {
    ...unnamed,
    query: (statement, values) => unnamed.query(nameFrequent(statement, values), values),
  };
  const { query, inTurn, stepsUntil } = createTurns(session);

  return {
    query: query as pg.Client['query'],
    script: (text, values = []) => {
      // A statement with parameters is a single one: it leaves no transaction open.
      if (values.length > 0) return query(text, values);
      return inTurn('none', async () => {
        try {
          return await session.query(text);
        } catch (error) {
          await rollBack(session);
          throw error;
        }
      });
    },
    transaction: (work, config) => inTurn('reads', (end) => runTransaction(session, work, config, stepsUntil(end))),
    close: () => inTurn('none', () => client.end()),
  };
}

/** Decides which statements may be sent while a transaction or script owns the session. */
function createTurns(session: Session) {
  /** What may be sent besides the statements of the current transaction. */
  let open: 'all' | 'reads' | 'none' = 'all';
  /** Statements to send after the current transaction. */
  const waiting: (() => void)[] = [];
  let last: Promise<unknown> = Promise.resolve();

  /**
   * Runs transactions in order of arrival. Other statements that had to wait are sent when the current transaction ends, before the next
   * one begins, so that none waits for more than one.
   * @param work may call `end` before it returns
   */
  function inTurn<T>(others: 'reads' | 'none', work: (end: () => void) => Promise<T>): Promise<T> {
    const before = last;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    last = ended;
    let isEnded = false;
    const end = (): void => {
      if (isEnded) return;
      isEnded = true;
      open = 'all';
      for (const send of waiting.splice(0)) send();
      resolve();
    };
    return before.then(async () => {
      open = others;
      try {
        return await work(end);
      } finally {
        end();
      }
    });
  }

  const query: Statement = (...args) => {
    if (open === 'all' || (open === 'reads' && isRead(args[0]))) return session.query(...args);
    const { promise, resolve } = Promise.withResolvers<pg.QueryResult>();
    waiting.push(() => resolve(session.query(...args)));
    return promise;
  };

  /**
   * Begins a transaction with its first statement that is not a read. What it has read before cannot have changed, because only reads are
   * sent meanwhile, and all other writers wait. `begin` fails only where any statement would.
   */
  function stepsUntil(onCommitSent: () => void): Steps {
    let beginning: Promise<unknown> | null = null;
    const begin = (): Promise<unknown> => {
      open = 'none';
      return (beginning ??= session.query('begin'));
    };
    return {
      begin,
      // Sent in a separate packet, so that the response to the commit does not wait for them.
      onCommitSent: () => process.nextTick(onCommitSent),
      async query(...args) {
        if (beginning !== null || isRead(args[0])) return session.query(...args);
        const [, response] = await session.together(() => Promise.all([begin(), session.query(...args)]));
        return response;
      },
    };
  }

  return { query, inTurn, stepsUntil };
}
