import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@mission-control/contract/errors';
import { countText } from '@mission-control/contract/numbers';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isDatabaseDown, isOutcomeUnknown } from '../../platform/database/postgres/database-down.ts';
import { diskErrorMessage } from '../../platform/disk-fault.ts';
import { AppError } from '../../platform/errors.ts';

const MB = 1024 * 1024;
const SHORT_BODY = 64 * 1024;
const RETRY_AFTER_SECONDS = 2;

/**
 * Responds to any error: expected ones with their code, unknown ones with 500 and only the request id. As JSON, except at
 * the addresses of pages.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const expected = brokenOff(error, request) ?? toAppError(error, request.routeOptions.bodyLimit);
  const status = ERROR_STATUS[expected.code];
  if (expected.code === 'internal') request.log.error({ err: error }, 'request failed');
  else if (status >= 500)
    request.log.warn({ code: expected.code, reason: expected.message, cause: expected.cause }, 'request failed');
  else request.log.debug({ err: error }, 'request refused');
  if (status === 408 || !isWorthReading(request, expected)) void reply.header('connection', 'close');
  const retryAfter = expected.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  void reply.code(status);
  // An undecodable address has no route, and no config.
  const { config } = request.routeOptions as { config?: FastifyContextConfig };
  return config?.errorPage?.(reply, expected) ?? reply.send(errorBody(expected, request.id, request.method));
}

/**
 * Whether to drain the rest of a rejected request's body, so that its connection stays usable. A body that exceeds the route's limit or has
 * no declared length is not drained, nor is a long one of an unauthenticated client. A client whose token has just expired counts as
 * authenticated, because it needs the response in order to retry; one with a foreign token does not.
 */
function isWorthReading({ raw, headers, routeOptions, settled }: FastifyRequest, error: AppError): boolean {
  if (raw.complete) return true;
  const length = Number(headers['content-length'] ?? 0);
  const isKnown = error.isKnown || (settled?.caller.kind ?? 'anonymous') !== 'anonymous';
  const limit = isKnown ? (routeOptions.bodyLimit ?? 0) : SHORT_BODY;
  return headers['transfer-encoding'] === undefined && length <= limit;
}

/** A client that disconnected while sending: nobody reads the response, and there is no server fault. */
function brokenOff(error: unknown, { raw }: FastifyRequest): AppError | null {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const gone = code === 'ECONNRESET' && raw.destroyed && !raw.complete;
  return gone ? new AppError('bad_request', 'The request ended before it was complete.') : null;
}

/** `error` is a list on PATCH (C-035) and wherever several things are wrong. */
export function errorBody(error: AppError, requestId: string, method: string): ErrorBody {
  const asList = method === 'PATCH' || error.messages.length > 1;
  return {
    error: asList ? error.messages : error.message,
    msg: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.fields && { fields: error.fields }),
    ...(error.details !== undefined && { details: error.details }),
    ...(error.output !== undefined && { output: error.output }),
  };
}

function toAppError(error: unknown, bodyLimit?: number): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('internal', INTERNAL);
  if (isOutcomeUnknown(error)) return new AppError('unavailable', OUTCOME_UNKNOWN, { cause: error });
  const refusal = diskErrorMessage(error);
  if (refusal !== undefined) return new AppError('unavailable', refusal, { cause: error });
  if (isDatabaseDown(error))
    return new AppError('unavailable', 'The database does not respond. Try again in a moment.');
  // The code of a failed child process is a number.
  const { statusCode, code } = error as { statusCode?: number; code?: string | number };
  if (statusCode === 413) return tooLarge(bodyLimit);
  if (statusCode === 415) return new AppError('unsupported_type', 'Send the body as application/json.');
  // Fastify's own rejections of malformed requests carry a status and a code; their messages contain no secrets.
  if (String(code).startsWith('FST_') && statusCode !== undefined && statusCode < 500)
    return new AppError('bad_request', error.message);
  return new AppError('internal', INTERNAL);
}

const OUTCOME_UNKNOWN =
  'The connection to the database broke while saving, so it is unknown whether the change was made. Reload and check before you try again.';

function tooLarge(limit = 0): AppError {
  const size = limit < MB ? `${Math.floor(limit / 1024)} KB` : `${Math.floor(limit / MB)} MB`;
  return new AppError('too_large', `The request body is too large: at most ${size}.`);
}

const INTERNAL = 'Something went wrong on the server. Quote the request id when you report it.';

/** Plain English for the faults that zod words for programmers; undefined: its own text. A schema's message precedes both. */
export function plainFault(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return issue.path?.length ? 'is missing' : 'The request has no body.';
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
  if (issue.code === 'too_small') return sizeFault(issue.origin, 'at least', issue.minimum, issue.inclusive);
  if (issue.code === 'too_big') return sizeFault(issue.origin, 'at most', issue.maximum, issue.inclusive);
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'must be an e-mail address';
  return undefined;
}

const PARTS: Readonly<Record<string, string>> = { string: 'character', array: 'entry', set: 'entry' };

function sizeFault(origin: string, bound: string, size: number | bigint, isInclusive = true): string | undefined {
  const part = PARTS[origin];
  if (part !== undefined)
    return `must have ${bound} ${countText(Number(size), part, part === 'entry' ? 'entries' : undefined)}`;
  return isInclusive ? `must be ${bound} ${size}` : undefined;
}

/** Converts schema issues to one error: a sentence, and the first fault of each field. */
export function invalidInput(code: ErrorCode, issues: z.core.$ZodIssue[]): AppError {
  const faults = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = path.map(String).join('.') || 'body';
    if (!faults.has(field)) faults.set(field, message);
  }
  const sentence = [...faults]
    .slice(0, 5)
    .map(([field, fault]) => (field === 'body' ? fault : `${field}: ${fault}`))
    .join('; ');
  return new AppError(code, sentence, { fields: Object.fromEntries(faults) });
}
