import type { IncomingMessage, ServerResponse } from 'node:http';

/** Host name of the fake Straker. */
export const STRAKER_HOST = 'straker.sandbox.example';
const TOKEN = 'Bearer sandbox';
const BODY_LIMIT = 10 * 1024 * 1024;
let jobs = 0;

/** Simulates the API of Straker: creates a job from a JSON file of source texts. Titles with `broken` are rejected. */
export async function answerStraker(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers.authorization !== TOKEN) return say(response, 401, { success: false, message: 'Unknown token' });
  if (request.method !== 'POST' || request.url !== '/v1/translate/file') return say(response, 404, { success: false });
  try {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > BODY_LIMIT) return say(response, 413, { success: false, message: 'The file is too large' });
      parts.push(part);
    }
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    // The only client is the sandbox's own console, with a few files.
    // oxlint-disable-next-line typescript/no-deprecated
    const form = await new Response(Buffer.concat(parts), { headers }).formData();
    const [title, file] = [form.get('title'), form.get('source_file')];
    if (typeof title !== 'string' || title === '' || !(file instanceof File)) {
      return say(response, 422, { success: false, message: 'title and source_file are needed' });
    }
    if (title.includes('broken')) return say(response, 422, { success: false, message: 'the project is closed' });
    JSON.parse(await file.text());
    jobs += 1;
    return say(response, 200, { success: true, job_key: `TJ${String(jobs).padStart(6, '0')}` });
  } catch {
    return say(response, 422, { success: false, message: 'the file is no JSON' });
  }
}

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
