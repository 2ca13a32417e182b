import type { Socket } from 'node:net';
import type { SQL } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { closingStatementOf, type Transaction } from '../database.ts';
import { DatabaseDown, OutcomeUnknown, toDatabaseError } from './database-down.ts';
import { createStatementNames } from './statement-names.ts';

/** As `Client.query`. */
export type Statement = (statement: unknown, values?: unknown[]) => Promise<pg.QueryResult>;

/** The session of a connection, for the use of one caller. */
export interface Session {
  query: Statement;
  /** Sends the statements that `work` issues synchronously in one packet. */
  together<T>(work: () => T): T;
  /** Marks the connection as unusable, since its state is unknown. */
  invalidate(): void;
  usable(): boolean;
}

const dialect = new PgDialect();
/** For all connections of the process: they execute the same statements. */
export const nameFrequent = createStatementNames();

/** @param onSilent called when the connection broke, or did not respond in time */
export function sessionOn(client: pg.ClientBase, onSilent: () => void): Session {
  let broken = false;
  return {
    async query(statement, values) {
      try {
        return await (client.query as Statement).call(client, statement, values);
      } catch (error) {
        const known = toDatabaseError(error);
        if (known instanceof DatabaseDown && !isRefusal(known.cause)) {
          broken = true;
          if (!(known.cause instanceof pg.DatabaseError)) onSilent();
        }
        throw known;
      }
    },
    together(work) {
      const stream = streamOf(client);
      stream.cork();
      try {
        return work();
      } finally {
        process.nextTick(() => stream.uncork());
      }
    },
    invalidate: () => void (broken = true),
    usable: () => !broken,
  };
}

/** An ERROR concerns one statement and the connection survives it; a FATAL ends the connection. */
const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR';

export const streamOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** Runs the work in a transaction of a session. @throws OutcomeUnknown when the connection broke while it was committed */
export async function runTransaction<T>(
  session: Session,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
  { begin, query, onCommitSent }: Steps = stepsOn(session),
): Promise<T> {
  let isOver = false;
  // A statement that the work did not wait for would run outside of the transaction, or in that of somebody else.
  const whileOpen: Statement = async (...args) => {
    if (isOver) throw new Error('This transaction has ended.');
    return query(...args);
  };
  const guarded = new NodePgSession({ ...session, query: whileOpen } as unknown as pg.PoolClient, dialect, undefined);
  const tx = new NodePgTransaction(dialect, guarded, undefined);
  let result: T;
  try {
    if (config) await tx.setTransaction(config);
    result = await work(tx as unknown as Transaction).finally(() => (isOver = true));
    await begin();
  } catch (error) {
    await rollBack(session);
    throw error;
  }
  await commit(session, closingStatementOf(tx as unknown as Transaction), onCommitSent);
  return result;
}

/** How the statements of a transaction are sent. */
export interface Steps {
  /** Begins the transaction unless a statement already has. */
  begin(): Promise<unknown>;
  query: Statement;
  /** Lets others use the session, whose statements are executed after the commit. */
  onCommitSent?(): void;
}

/**
 * Begins a transaction with its first statements. Leading reads, mostly of the rows to change, are sent without waiting for the response to
 * `begin`: if it is rejected, they have run outside a transaction and changed nothing. The first other statement and all later ones wait
 * for it.
 */
function stepsOn(session: Session): Steps {
  let beginning: Promise<unknown> | null = null;
  let onlyReads = true;
  const begin = (): Promise<unknown> => (beginning ??= session.query('begin'));
  return {
    begin,
    async query(statement, values) {
      const named = nameFrequent(statement, values);
      onlyReads &&= isRead(statement);
      if (onlyReads) {
        const [begun, read] = await session.together(() => Promise.allSettled([begin(), session.query(named, values)]));
        if (begun.status === 'rejected') throw begun.reason;
        if (read.status === 'rejected') throw read.reason;
        return read.value;
      }
      await begin();
      return session.query(named, values);
    },
  };
}

/** A `select` from Drizzle's builder, recognised by its row mode. A handwritten one may call a function that changes something. */
export function isRead(statement: unknown): boolean {
  const { text, rowMode } = statement as Partial<pg.QueryArrayConfig>;
  return rowMode === 'array' && text !== undefined && text.startsWith('select ');
}

/** Errors of the rollback itself are ignored: the original error is reported. */
export async function rollBack(session: Session): Promise<void> {
  if (!session.usable()) return;
  try {
    await session.query('rollback');
  } catch {
    session.invalidate();
  }
}

/**
 * Commits, and sends the closing statement with it. PostgreSQL takes them in order: a closing statement that fails turns the commit into
 * a rollback.
 */
async function commit(session: Session, closing: SQL | undefined, onSent?: () => void): Promise<void> {
  const ending = session.together(() =>
    Promise.allSettled([closing && execute(session, closing), session.query('commit')]),
  );
  onSent?.();
  const [last, end] = await ending;
  const failure = [last, end].find(({ status }) => status === 'rejected');
  if (failure) {
    const error = (failure as PromiseRejectedResult).reason as unknown;
    const cause = error instanceof DatabaseDown ? error.cause : error;
    // Refused by the server: nothing was committed. Any other error leaves the outcome unknown.
    if (isRefusal(cause)) {
      // Unless a timeout cancelled it before it began, the commit has ended the transaction. A shared session has no timeouts.
      if (end.status === 'rejected' && !onSent) await rollBack(session);
      throw error;
    }
    session.invalidate();
    throw new OutcomeUnknown('The connection broke during a commit.', { cause: error });
  }
  // After a failed statement whose error was swallowed, PostgreSQL responds to COMMIT with ROLLBACK and no error.
  if (end.status === 'fulfilled' && end.value.command !== 'COMMIT')
    throw new Error('The transaction was not committed, because a statement in it had failed.');
}

function execute(session: Session, statement: SQL): Promise<pg.QueryResult> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return session.query(nameFrequent({ text }, params), params);
}
