import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';

const MAX_DEPTH = 32;

/**
 * Rejects input that the database or a later merge could not handle, anywhere in a request: nesting over 32 levels, NUL characters, lone
 * surrogates (PostgreSQL silently stores them as U+FFFD) and `__proto__` keys. Applies to every route and body parser; raw bytes are left
 * to their handler.
 */
export function guardInput(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    try {
      if (!request.is404) for (const part of [request.params, request.query, request.body]) refuseHostile(part);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

export function refuseHostile(root: unknown): void {
  if (root instanceof Uint8Array) return;
  // An explicit stack: recursion would overflow on the very input that is to be rejected.
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
  if (text.includes('\0')) throw new AppError('bad_request', 'The request contains a NUL character. Remove it.');
  if (!text.isWellFormed())
    throw new AppError('bad_request', 'The request contains half of a Unicode surrogate pair. Remove it.');
}
