import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the bytes of the body itself. */
    rawBody?: boolean;
  }
}

/** Registers the JSON parser, except for calls with `rawBody`. */
export function acceptJson(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) =>
      request.routeOptions.config.rawBody === true ? body : parseJsonBody(String(body)),
  );
}

/** @throws AppError('bad_request') for invalid JSON */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad_request', 'The request body is not valid JSON.');
  }
}
