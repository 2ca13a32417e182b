import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const DOMAIN = '.leisurehub.sandbox.example';
const SECRET = 'sandbox';
const BODY_LIMIT = 16 * 1024;

/** True for the host name of a tenant's leisure hub. */
export const isLeisureHub = (host: string): boolean => host.endsWith(DOMAIN) && host.length > DOMAIN.length;

/**
 * Simulates the partner login of a tenant's leisure hub: accepts a form with a client's secret and a person, and returns the URL for
 * the person. Clients and persons must be numbers.
 */
export async function answerLeisureHub(
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
): Promise<void> {
  if (request.method !== 'POST' || request.url !== '/partner/login') return say(response, 404, { error: 'Not here.' });
  let text = '';
  for await (const part of request as AsyncIterable<Buffer>) {
    text += part.toString('latin1');
    if (text.length > BODY_LIMIT) return say(response, 413, { error: 'This is too much.' });
  }
  const form = new URLSearchParams(text);
  if (form.get('secret') !== SECRET) return say(response, 401, { error: 'Unknown client or secret.' });
  const known = ['client_id', 'person_id'].every((name) => /^[1-9]\d{0,8}$/.test(form.get(name) ?? ''));
  if (!known) return say(response, 422, { error: 'Unknown client or person.' });
  const basket = form.get('basket_id');
  const query = new URLSearchParams({ ticket: randomUUID(), ...(basket !== null && { basket_id: basket }) });
  return say(response, 200, { authAddress: `https://${host}/partner/enter?${query.toString()}` });
}

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
