import type { IncomingMessage } from 'node:http';
import { targetError } from './target-error.ts';

/** Reads a body up to the limit and aborts longer ones. @throws AppError('target_failed') */
export async function readBounded(answer: IncomingMessage, limit: number, site: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) {
      answer.destroy();
      throw targetError('too_large', `${site} returned more than ${limitText(limit)}.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const limitText = (limit: number): string =>
  limit >= 1024 * 1024 ? `${Math.floor(limit / (1024 * 1024))} MB` : `${limit} bytes`;

const STANDARD_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Parses and checks a URL. @throws AppError('target_failed') for another scheme or port, or for credentials in it */
export function readSiteUrl(text: string, ports: readonly number[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const standard = url ? STANDARD_PORTS[url.protocol] : undefined;
  if (!url || standard === undefined || url.hostname === '')
    throw targetError('address', 'The address of the site is not an http or https address.');
  if (url.username !== '' || url.password !== '')
    throw targetError('address', 'The address of the site contains a user name or a password. Remove it.');
  const port = url.port === '' ? standard : Number(url.port);
  if (port !== 80 && port !== 443 && !ports.includes(port))
    throw targetError('address', `${siteOf(url)} is on port ${port}, which this installation does not allow.`);
  return url;
}

const SHOWN = 100;
/** The host as shown in messages. */
export const siteOf = ({ hostname }: URL): string =>
  hostname.length > SHOWN ? `${hostname.slice(0, SHOWN)}…` : hostname;
