import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';

/** Maximum number of parts, to bound the work per request. */
const MAX_PARTS = 200;

/**
 * Parses a multipart/form-data body into an object of its parts, files as `File`.
 * @throws AppError('bad_request') for an invalid form or a repeated part
 */
export async function parseFormBody(contentType: string, body: Uint8Array<ArrayBuffer>): Promise<object> {
  let form: FormData;
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- it has no limits, but this body is already complete and bounded
    form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new AppError('bad_request', 'The request body is not a valid form.');
  }
  const entries = [...form.entries()];
  if (entries.length > MAX_PARTS) throw new AppError('bad_request', `The form has more than ${MAX_PARTS} parts.`);
  for (const [name] of entries) {
    if (form.getAll(name).length > 1) throw new AppError('bad_request', `The part ${name} occurs more than once.`);
  }
  return Object.fromEntries(entries);
}

/** Registers the form parser; the mount rejects forms for calls that take none. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) =>
      parseFormBody(request.headers['content-type'] ?? '', Buffer.from(body)),
  );
}
