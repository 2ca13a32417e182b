import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createDice } from '../random.ts';
import { centresOf, languagesOf } from './centres.ts';
import { answerLeisureHub, isLeisureHub } from './leisure-hub.ts';
import { answerSoap } from './soap.ts';
import { answerStraker, STRAKER_HOST } from './straker.ts';

/** Behaviour of a site: `down` responds with 503, `silent` never responds, `garbled` returns a page from its API. */
type Mood = 'well' | 'down' | 'silent' | 'garbled';

const FAILING = ['down', 'silent', 'garbled'] as const;
/** Lets users of the sandbox see failures, too. */
const FAILING_SHARE = 0.04;

/**
 * Deterministic by host. A mood at the end of the first label selects it, as in `elm-down.coursepro.co.uk`; a few of the others
 * are down.
 */
export function moodOf(host: string): Mood {
  const [label = ''] = host.split('.', 1);
  const asked = FAILING.find((mood) => label.endsWith(`-${mood}`));
  return asked ?? (createDice(1, `mood ${host}`).chance(FAILING_SHARE) ? 'down' : 'well');
}

const BODY_LIMIT = 5 * 1024 * 1024;
/** Where a Strive site stores the received centres and languages. */
const KEPT = '/api/centres-and-languages';

/**
 * All tenant sites in one server, selected by the Host header. Each serves a page; CoursePro also serves its centres, languages and
 * SOAP API, and Strive stores what it receives.
 */
export function createSites(): RequestListener {
  const kept = new Map<string, string>();
  return (request, response) => {
    const host = hostOf(request);
    if (host === STRAKER_HOST) return void answerStraker(request, response);
    const mood = moodOf(host);
    if (mood === 'silent') return;
    if (mood === 'down') return say(response, 503, { error: 'The site is down for maintenance.' });
    if (isLeisureHub(host)) return void answerLeisureHub(request, response, host);
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (request.method === 'GET' && path === '/') return page(response, host);
    if (mood === 'garbled') return page(response, host);
    if (path === '/soap') return void answerSoap(request, response, host);
    if (path === KEPT && request.method === 'PUT') return void keep(request, response, (text) => kept.set(host, text));
    if (request.method !== 'GET') return say(response, 405, { error: 'There is no such thing to change.' });
    const answer = { '/api/centres': centresOf, '/api/languages': languagesOf, [KEPT]: () => json(kept.get(host)) }[
      path
    ];
    const found = answer?.(host);
    return found === undefined ? say(response, 404, { error: 'There is nothing here.' }) : say(response, 200, found);
  };
}

const hostOf = ({ headers }: IncomingMessage): string => (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
const json = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

/** Stores the body if it is valid JSON. */
async function keep(request: IncomingMessage, response: ServerResponse, store: (text: string) => void): Promise<void> {
  try {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > BODY_LIMIT) return say(response, 413, { error: 'This is too much.' });
      parts.push(part);
    }
    const text = Buffer.concat(parts).toString('utf8');
    JSON.parse(text);
    store(text);
    say(response, 200, { ok: true });
  } catch {
    say(response, 400, { error: 'This is no JSON.' });
  }
}

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function page(response: ServerResponse, host: string): void {
  const name = host.replaceAll(/[^a-z0-9.-]/g, '');
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1><p>A site of the sandbox fleet.</p></html>`,
    );
}
