import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ControlFiles } from '../control-files.ts';
import { createDice } from '../random.ts';
import { centresOf, languagesOf } from './centres.ts';
import { answerSoap, readBody } from './soap.ts';
import { randomUUID } from 'node:crypto';

/** Behaviour of a site: `down` responds with 503, `silent` never responds, `garbled` returns a page from its API. */
type Mood = 'well' | 'down' | 'silent' | 'garbled';

const FAILING = ['down', 'silent', 'garbled'] as const;
/** Share of sites that are down, so that users of the sandbox also see failures. */
const FAILING_SHARE = 0.04;

/**
 * Deterministic by host. A suffix of the first label selects it, as in `elm-down.coursepro.co.uk`; a few of the others
 * are down.
 */
export function moodOf(host: string): Mood {
  const [label = ''] = host.split('.', 1);
  const asked = FAILING.find((mood) => label.endsWith(`-${mood}`));
  return asked ?? (createDice(1, `mood ${host}`).chance(FAILING_SHARE) ? 'down' : 'well');
}

const MAX_CENTRES_BYTES = 5 * 1024 * 1024;
const MAX_TRANSLATION_BYTES = 10 * 1024 * 1024;
const MAX_LOGIN_BYTES = 16 * 1024;
/** Where a Strive site stores the received centres and languages. */
const KEPT = '/api/centres-and-languages';

/**
 * All tenant sites in one server, selected by the Host header. Each serves a page; CoursePro also serves its centres, languages and
 * SOAP API, and Strive stores what it receives.
 * @param control the switches set in the console; each site follows its file
 */
export function createSites(control?: Pick<ControlFiles, 'ofHost'>): RequestListener {
  const kept = new Map<string, string>();
  return (request, response) => {
    const host = hostOf(request);
    if (host === STRAKER_HOST) return void answerStraker(request, response);
    if (host.startsWith('hooks.')) return takeHook(request, response);
    const switched = control?.ofHost(host);
    if (switched && !switched.active) return closed(response, 410, 'This site is closed.');
    if (switched?.maintenance) return closed(response, 503, 'This site is under maintenance and will be back soon.');
    const mood = moodOf(host);
    if (mood === 'silent') return;
    if (mood === 'down') return say(response, 503, { error: 'The site is down for maintenance.' });
    // It fails when the client goes away.
    if (isLeisureHub(host)) return void answerLeisureHub(request, response, host).catch(() => response.destroy());
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (request.method === 'GET' && path === '/') return page(response, host);
    if (mood === 'garbled') return page(response, host);
    if (path === '/soap') return void answerSoap(request, response, host);
    if (path === KEPT && request.method === 'PUT') return void keep(request, response, (text) => kept.set(host, text));
    if (request.method !== 'GET') return say(response, 405, { error: 'Method not allowed.' });
    const answer = { '/api/centres': centresOf, '/api/languages': languagesOf, [KEPT]: () => json(kept.get(host)) }[
      path
    ];
    const found = answer?.(host);
    return found === undefined ? say(response, 404, { error: 'Not found.' }) : say(response, 200, found);
  };
}

/** Accepts and discards every message, like the webhook of a chat. */
function takeHook(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  request.on('end', () => say(response, request.method === 'POST' ? 200 : 405, { ok: request.method === 'POST' }));
}

const hostOf = ({ headers }: IncomingMessage): string => (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
const json = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

/** Stores the body if it is valid JSON. */
async function keep(request: IncomingMessage, response: ServerResponse, store: (text: string) => void): Promise<void> {
  try {
    const text = (await readBody(request, MAX_CENTRES_BYTES))?.toString('utf8');
    if (text === undefined) return say(response, 413, { error: 'The request is too large.' });
    JSON.parse(text);
    store(text);
    say(response, 200, { ok: true });
  } catch {
    say(response, 400, { error: 'The body is not JSON.' });
  }
}

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The page that members see when the console has deactivated a site or put it into maintenance. */
function closed(response: ServerResponse, status: 410 | 503, says: string): void {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...(status === 503 && { 'retry-after': '60' }) })
    .end(`<!doctype html><html lang="en"><title>${says}</title><h1>${says}</h1></html>`);
}

function page(response: ServerResponse, host: string): void {
  const name = host.replaceAll(/[^a-z0-9.-]/g, '');
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1><p>A site of the sandbox fleet.</p></html>`,
    );
}

/** Host name of the fake Straker. */
const STRAKER_HOST = 'straker.sandbox.example';
const TOKEN = 'Bearer sandbox';
let jobs = 0;

/** Simulates the API of Straker: creates a job from a JSON file of source texts. Titles with `broken` are rejected. */
async function answerStraker(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers.authorization !== TOKEN) return say(response, 401, { success: false, message: 'Unknown token' });
  if (request.method !== 'POST' || request.url !== '/v1/translate/file') return say(response, 404, { success: false });
  try {
    const body = await readBody(request, MAX_TRANSLATION_BYTES);
    if (body === null) return say(response, 413, { success: false, message: 'The file is too large' });
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    // The only client is the sandbox's own console, with a few files.
    // oxlint-disable-next-line typescript/no-deprecated
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const [title, file] = [form.get('title'), form.get('source_file')];
    if (typeof title !== 'string' || title === '' || !(file instanceof File)) {
      return say(response, 422, { success: false, message: 'title and source_file are required' });
    }
    if (title.includes('broken')) return say(response, 422, { success: false, message: 'the project is closed' });
    JSON.parse(await file.text());
    jobs += 1;
    return say(response, 200, { success: true, job_key: `TJ${String(jobs).padStart(6, '0')}` });
  } catch {
    return say(response, 422, { success: false, message: 'the file is not JSON' });
  }
}

const DOMAIN = '.leisurehub.sandbox.example';
const SECRET = 'sandbox';

/** True for the host name of a tenant's leisure hub. */
const isLeisureHub = (host: string): boolean => host.endsWith(DOMAIN) && host.length > DOMAIN.length;

/**
 * Simulates the partner login of a tenant's leisure hub: accepts a form with a client's secret and a person, and returns the URL for
 * the person. Clients and persons must be numbers.
 */
async function answerLeisureHub(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
  if (request.method !== 'POST' || request.url !== '/partner/login') return say(response, 404, { error: 'Not found.' });
  const text = (await readBody(request, MAX_LOGIN_BYTES))?.toString('latin1');
  if (text === undefined) return say(response, 413, { error: 'The request is too large.' });
  const form = new URLSearchParams(text);
  if (form.get('secret') !== SECRET) return say(response, 401, { error: 'Unknown client or secret.' });
  const known = ['client_id', 'person_id'].every((name) => /^[1-9]\d{0,8}$/.test(form.get(name) ?? ''));
  if (!known) return say(response, 422, { error: 'Unknown client or person.' });
  const basket = form.get('basket_id');
  const query = new URLSearchParams({ ticket: randomUUID(), ...(basket !== null && { basket_id: basket }) });
  return say(response, 200, { authAddress: `https://${host}/partner/enter?${query.toString()}` });
}
