import type { IncomingMessage } from 'node:http';
import { targetError } from './target-error.ts';

/** Reads a body and counts while it does; what is longer is broken off. @throws AppError('target_failed') */
export async function readBounded(answer: IncomingMessage, limit: number, site: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) {
      answer.destroy();
      throw targetError('too_large', `${site} answers with more than ${limitText(limit)}.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const limitText = (limit: number): string =>
  limit >= 1024 * 1024 ? `${Math.floor(limit / (1024 * 1024))} MB` : `${limit} bytes`;
