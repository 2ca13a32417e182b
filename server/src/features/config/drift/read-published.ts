import type { Buffer } from 'node:buffer';
import type { ConfigFormat } from '@mission-control/contract/catalogue';
import { FileFault, parseFile, type ParsedFile, type Setting } from '@mission-control/published-files';
import { AppError } from '../../../platform/errors.ts';
import type { ConfigPublishing } from '../../../ports/config-publishing/port.ts';
import { hashOf } from '../file/render-config.ts';

/** A config version whose file may be on a server. */
export interface ExpectedFile {
  published: ReadonlyMap<string, Setting>;
  /** SHA-256 of the file. */
  hash: string;
  bytes: number;
}

/** The file on a server (null = no file), or why it could not be read. */
export type ReadServer = { hash: string | null; file: ParsedFile | null } | { error: string };

const MIB = 1024 * 1024;
/** Files larger than this and than twice the expected size are not parsed. */
const MAX_BYTES = 4 * MIB;

/** Reads a file back from servers. Identical files are parsed once, expected ones not at all. */
export function publishedReader(
  port: ConfigPublishing,
  path: string,
  format: ConfigFormat,
  expected: readonly ExpectedFile[],
): (host: string) => Promise<ReadServer> {
  const files = new Map<string, ParsedFile | { error: string }>(
    // Reversed, so that of equal hashes the first one wins.
    expected.toReversed().map(({ hash, published }) => [hash, { settings: published, other: [], moreOther: false }]),
  );
  const parse = fileParser(format, expected);
  return async (host) => {
    const content = await readPublished(port, host, path);
    if (content === null) return { hash: null, file: null };
    if ('error' in content) return content;
    const hash = hashOf(content);
    const file = files.get(hash) ?? parse(content);
    files.set(hash, file);
    return 'error' in file ? file : { hash, file };
  };
}

/** Creates a parser that knows the expected files. */
export function fileParser(
  format: ConfigFormat,
  expected: readonly ExpectedFile[],
): (content: Buffer) => ParsedFile | { error: string } {
  const limit = Math.max(MAX_BYTES, ...expected.map(({ bytes }) => 2 * bytes));
  const known = expected.flatMap(({ published }) => [...published.values()]);
  return (content) => parsed(content, { format, known, limit });
}

/** The file on a server, or null, or why it could not be read. */
export async function readPublished(
  port: ConfigPublishing,
  host: string,
  path: string,
): Promise<Buffer | { error: string } | null> {
  try {
    return await port.read({ host }, path);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const named = `${host}: `;
    return { error: error.message.startsWith(named) ? error.message.slice(named.length) : error.message };
  }
}

interface Parsing {
  format: ConfigFormat;
  known: readonly Setting[];
  limit: number;
}

function parsed(content: Buffer, { format, known, limit }: Parsing): ParsedFile | { error: string } {
  if (content.length > limit) {
    return { error: `The file is ${(content.length / MIB).toFixed(1)} MB, far larger than the config needs.` };
  }
  try {
    return parseFile(format, content.toString('utf8'), known);
  } catch (error) {
    if (error instanceof FileFault) return { error: error.message };
    throw error;
  }
}
