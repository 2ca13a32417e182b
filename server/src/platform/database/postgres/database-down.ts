import pg from 'pg';
import { causesOf } from '../../errors.ts';

/** The database is unreachable or does not respond in time. Thrown only by the code that talks to it. */
export class DatabaseDown extends Error {
  override readonly name: string = 'DatabaseDown';
}

/** The connection broke during a commit, so it is unknown whether the changes were made. */
export class OutcomeUnknown extends DatabaseDown {
  override readonly name = 'OutcomeUnknown';
}

/** SQLSTATE codes with which the server ends or rejects a connection. */
const DOWN_CODES = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300']);
/** Statements cancelled at their time limit or to end a deadlock: they may succeed later. */
const CANCELLED_CODES = new Set(['57014', '40P01']);
/** Messages of driver errors that carry no code. */
const DOWN_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|not queryable/;

/** Maps an error of a statement or connection attempt to `DatabaseDown` if the database was unavailable; returns other errors unchanged. */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseDown || !isTrouble(error)) return error;
  return new DatabaseDown(error.message, { cause: error });
}

function isTrouble(error: Error): boolean {
  const { code } = error as { code?: string };
  if (error instanceof pg.DatabaseError)
    return code !== undefined && (DOWN_CODES.has(code) || CANCELLED_CODES.has(code) || code.startsWith('08'));
  return 'syscall' in error || code === 'EPIPE' || DOWN_TEXT.test(error.message);
}

/** True when the error (or its cause) means that the database is unavailable, as opposed to a rejected statement or a failing peer. */
export const isDatabaseDown = (error: unknown): boolean => causesOf(error).some((one) => one instanceof DatabaseDown);

/** True when the change may have been made although its request failed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  causesOf(error).some((one) => one instanceof OutcomeUnknown);
