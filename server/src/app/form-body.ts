import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';

/** Parts of a form; more would only keep the server busy. */
const MOST_PARTS = 200;

/**
 * Parses a body of type multipart/form-data: an object of its parts, files as `File`.
 * @throws AppError('bad_request') for what is no form, and a part that comes twice
 */
export async function parseFormBody(contentType: string, body: Uint8Array<ArrayBuffer>): Promise<object> {
  let form: FormData;
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- it knows no limits, but this body is whole and bounded already
    form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new AppError('bad_request', 'The request body is not a valid form.');
  }
  const entries = [...form.entries()];
  if (entries.length > MOST_PARTS) throw new AppError('bad_request', `The form has more than ${MOST_PARTS} parts.`);
  for (const [name] of entries) {
    if (form.getAll(name).length > 1) throw new AppError('bad_request', `The part ${name} comes more than once.`);
  }
  return Object.fromEntries(entries);
}

/** Has the app read forms; the mount refuses them for calls that take none. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) =>
      parseFormBody(request.headers['content-type'] ?? '', new Uint8Array(Buffer.from(body))),
  );
}
