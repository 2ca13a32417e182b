import type { ErrorCode } from '@mission-control/contract/errors';

interface ErrorFacts {
  /** What is wrong per field (path joined with dots). */
  fields?: Record<string, string>;
  /** Further facts for the caller, e.g. the clashing keys of a conflict. Never secrets. */
  details?: unknown;
  /** What a run wrote before it failed. */
  output?: string;
  /** The failure behind this one, for the log only. */
  cause?: unknown;
}

/** An expected failure: answered with its code's HTTP status and its message, which says what to do. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly messages: string[];
  readonly fields: Record<string, string> | undefined;
  readonly details: unknown;
  readonly output: string | undefined;

  constructor(code: ErrorCode, message: string | string[], facts: ErrorFacts = {}) {
    const messages = typeof message === 'string' ? [message] : message;
    super(messages.join(' '), { cause: facts.cause });
    this.code = code;
    this.messages = messages;
    this.fields = facts.fields;
    this.details = facts.details;
    this.output = facts.output;
  }
}
