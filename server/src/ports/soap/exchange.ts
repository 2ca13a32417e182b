import { STATUS_CODES } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';
import { MASKED } from '@mission-control/contract/soap/rules';
import { decodeLossy } from '@mission-control/soap-forms';
import { AppError } from '../../platform/errors.ts';
import type { SiteClient } from '../../platform/http/site-client.ts';
import type { Mask } from '../peer-text.ts';
import type { SoapTarget } from './port.ts';

const LIMIT = 5 * 1024 * 1024;

/** One request to a tenant's API. */
export interface Asked {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

/** The response, and the request as finally sent. */
export interface Answered {
  status: number;
  statusLine: string;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
  contentType: string;
  /** Duration of the last request, in ms. */
  ms: number;
  sentHeaders: Record<string, string>;
}

/**
 * Sends a request; retries it with credentials when the response demands them and they may be sent there.
 * @throws AppError('target_failed')
 */
export async function ask(sites: SiteClient, { wsdl, credentials }: SoapTarget, asked: Asked): Promise<Answered> {
  const first = await askOnce(sites, asked);
  const wantsBasic = first.status === 401 && /(^|,)\s*basic\b/i.test(first.headers['www-authenticate'] ?? '');
  // A file that the WSDL imports from another host is not part of the API.
  const isForeign = asked.method === 'GET' && !sameHost(asked.url, wsdl);
  if (!wantsBasic || !credentials || isForeign || !mayHave(asked.url, wsdl)) return first;
  const word = Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64');
  return askOnce(sites, { ...asked, headers: { ...asked.headers, authorization: `Basic ${word}` } });
}

/** Whether credentials may be sent: not over http when the WSDL itself is on https. */
export function mayHave(url: string, wsdl: string): boolean {
  return url.startsWith('https:') || !wsdl.startsWith('https:');
}

export const sameHost = (one: string, other: string): boolean => new URL(one).host === new URL(other).host;

async function askOnce(sites: SiteClient, { url, method, headers, body, timeoutMs }: Asked): Promise<Answered> {
  const answer = await sites.send({
    url,
    method,
    headers,
    timeoutMs,
    maxBytes: LIMIT,
    ...(body !== undefined && { body }),
  });
  return {
    status: answer.status,
    statusLine: `${answer.status} ${STATUS_CODES[answer.status] ?? ''}`.trim(),
    headers: answer.headers,
    bytes: inflated(answer.body, answer.headers['content-encoding'] ?? ''),
    contentType: answer.headers['content-type'] ?? '',
    ms: answer.timings.totalMs,
    sentHeaders: {
      host: new URL(url).host,
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
  };
}

/** Some servers compress unasked. */
function inflated(body: Buffer, encoding: string): Buffer {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity' || body.length === 0) return body;
  const inflate = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync }[name];
  if (!inflate) throw new AppError('target_failed', 'The response uses an unsupported compression.');
  try {
    return inflate(body, { maxOutputLength: LIMIT });
  } catch (error) {
    const isLong = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    const message = isLong ? 'The decompressed response has more than 5 MB.' : 'The compressed response is corrupt.';
    throw new AppError('target_failed', message, { cause: error });
  }
}

const SECRET_HEADERS = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization']);

/** Formats headers for display, one per line. */
export function shownHeaders(first: string, headers: Readonly<Record<string, string>>, mask: Mask): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${SECRET_HEADERS.has(name) ? MASKED : mask(value)}`,
  );
  return [first, ...lines].join('\n');
}

/** Formats a response body for display. */
export const shownBody = ({ bytes, contentType }: Answered, mask: Mask): string =>
  mask(decodeLossy(bytes, contentType));
