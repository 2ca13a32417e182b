import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';

const MAX_DEPTH = 32;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the bytes of the body itself. */
    unread?: boolean;
  }
}

/** Has the app read JSON, but for the calls that are `unread`. */
export function acceptJson(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) =>
      request.routeOptions.config.unread === true ? body : parseJsonBody(String(body)),
  );
}

/**
 * Parses a JSON body and refuses what the database or a later merge could not bear: nesting over 32, NUL characters, lone
 * surrogates (PostgreSQL stores them silently as U+FFFD) and `__proto__` keys.
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('bad_request', 'The request body is not valid JSON.');
  }
  refuseHostile(value);
  return value;
}

/** The same rules for values that did not come as JSON, such as path and query parameters. */
export function refuseHostile(root: unknown): void {
  // A stack of our own: recursion would overflow on the very input that is to be refused.
  const open: [value: unknown, depth: number][] = [[root, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string') refuseText(value);
    if (value === null || typeof value !== 'object') continue;
    if (depth > MAX_DEPTH) throw new AppError('bad_request', `The request is nested deeper than ${MAX_DEPTH} levels.`);
    for (const [key, part] of Object.entries(value)) {
      if (key === '__proto__') throw new AppError('bad_request', 'The key __proto__ is not allowed.');
      refuseText(key);
      open.push([part, depth + 1]);
    }
  }
}

function refuseText(text: string): void {
  if (text.includes('\0')) throw new AppError('bad_request', 'The request holds a NUL character. Remove it.');
  if (!text.isWellFormed())
    throw new AppError('bad_request', 'The request holds half of a Unicode surrogate pair. Remove it.');
}
