import type { ErrorCode } from '@mission-control/contract/errors';

interface ErrorFacts {
  /** Faults by field (path joined with dots). */
  fields?: Record<string, string>;
  /** Details for the caller, e.g. the clashing keys of a conflict. Never secrets. */
  details?: unknown;
  /** Output of a run up to its failure. */
  output?: string;
  /** The rejected caller is or was authenticated: the session has ended, or the role is insufficient. */
  isKnown?: boolean;
  /** After how many seconds another attempt may succeed. */
  retryAfterSeconds?: number;
  /** The underlying error; logged only. */
  cause?: unknown;
}

/** An expected failure: sent with the HTTP status of its code and a message that tells the user what to do. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly messages: string[];
  readonly fields: Record<string, string> | undefined;
  readonly details: unknown;
  readonly output: string | undefined;
  readonly isKnown: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string | string[], facts: ErrorFacts = {}) {
    const messages = typeof message === 'string' ? [message] : message;
    super(messages.join(' '), { cause: facts.cause });
    this.code = code;
    this.messages = messages;
    this.fields = facts.fields;
    this.details = facts.details;
    this.output = facts.output;
    this.isKnown = facts.isKnown ?? false;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** An error and its causes, outermost first. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
}

/** The code of a system or driver error; empty when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
