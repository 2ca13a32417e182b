import pg from 'pg';

/** The database cannot be reached, or has been silent for too long. Only the code that talks to it throws this. */
export class DatabaseDown extends Error {
  override readonly name: string = 'DatabaseDown';
}

/** The connection broke while a transaction was being committed: whether its changes were made is not known. */
export class OutcomeUnknown extends DatabaseDown {
  override readonly name = 'OutcomeUnknown';
}

/** What the server says when it ends a connection, or takes none. */
const DOWN_CODES = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300']);
const STATEMENT_TIMEOUT = '57014';
/** What the driver says in words alone. */
const DOWN_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|not queryable/;

/** The error of a statement or of a connection attempt: as it is, or as `DatabaseDown` when the database was not there for it. */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseDown || !isTrouble(error)) return error;
  return new DatabaseDown(error.message, { cause: error });
}

function isTrouble(error: Error): boolean {
  const { code } = error as { code?: string };
  if (error instanceof pg.DatabaseError)
    return code !== undefined && (DOWN_CODES.has(code) || code === STATEMENT_TIMEOUT || code.startsWith('08'));
  return 'syscall' in error || code === 'EPIPE' || DOWN_TEXT.test(error.message);
}

const findCause = <Kind extends Error>(error: unknown, kind: abstract new (...args: never[]) => Kind): Kind | null => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof kind) return at;
  return null;
};

/** True when the error (or its cause) says that the database cannot be reached, as opposed to a refused statement or another peer. */
export const isDatabaseDown = (error: unknown): boolean => findCause(error, DatabaseDown) !== null;

/** True when a change may have been made although its request failed. */
export const isOutcomeUnknown = (error: unknown): boolean => findCause(error, OutcomeUnknown) !== null;
