import { isUtf8 } from 'node:buffer';
import { AppError } from '../../platform/errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d];

/** A body whose one long list is read row by row, so that 60 MB of JSON are never in memory as values. */
export interface BodyRows {
  /** All keys but that of the list. */
  rest: Record<string, unknown>;
  rows(): Generator<unknown>;
}

/**
 * Reads a JSON object of which one key holds a long list.
 * @throws AppError('bad_request') when it is none; `rows` throws it for what is no JSON inside of the list
 */
export function readBodyRows(body: Uint8Array, listKey: string): BodyRows {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!isUtf8(bytes)) throw invalid();
  const cursor = new Cursor(bytes);
  const rest: Record<string, unknown> = {};
  let list: number | undefined;
  cursor.eachOf(OPEN, CLOSE, () => {
    const key = cursor.value();
    cursor.take(COLON);
    if (typeof key !== 'string' || key === '__proto__' || Object.hasOwn(rest, key)) throw invalid();
    if (key !== listKey) return void (rest[key] = cursor.value());
    if (list !== undefined) throw invalid();
    list = cursor.place;
    cursor.skipValue();
  });
  cursor.end();
  if (list === undefined) throw new AppError('bad_request', `The request body lacks ${listKey}.`);
  const start = list;
  return { rest, rows: () => rowsAt(bytes, start) };
}

function* rowsAt(bytes: Buffer, start: number): Generator<unknown> {
  const cursor = new Cursor(bytes, start);
  cursor.take(OPEN_LIST);
  if (cursor.next() === CLOSE_LIST) return;
  do yield cursor.value();
  while (cursor.takes(COMMA));
  cursor.take(CLOSE_LIST);
}

/** A place in JSON; it knows where a value ends, and leaves the value itself to JSON.parse. */
class Cursor {
  readonly #bytes: Buffer;
  place: number;

  constructor(bytes: Buffer, place = 0) {
    this.#bytes = bytes;
    this.place = place;
  }

  /** The next byte that is no space. */
  next(): number | undefined {
    while (isSpace(this.#bytes[this.place])) this.place++;
    return this.#bytes[this.place];
  }

  takes(byte: number): boolean {
    if (this.next() !== byte) return false;
    this.place++;
    return true;
  }

  take(byte: number): void {
    if (!this.takes(byte)) throw invalid();
  }

  eachOf(open: number, close: number, read: () => void): void {
    this.take(open);
    if (this.takes(close)) return;
    do read();
    while (this.takes(COMMA));
    this.take(close);
  }

  end(): void {
    if (this.next() !== undefined) throw invalid();
  }

  value(): unknown {
    this.next();
    const start = this.place;
    this.skipValue();
    try {
      return JSON.parse(this.#bytes.toString('utf8', start, this.place)) as unknown;
    } catch {
      throw invalid();
    }
  }

  /** Goes behind a value; what is inside is checked when it is parsed. */
  skipValue(): void {
    this.next();
    const bytes = this.#bytes;
    let depth = 0;
    for (; this.place < bytes.length; this.place++) {
      const byte = bytes[this.place];
      if (byte === QUOTE) this.#skipText();
      else if (byte === OPEN || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (depth === 0) return;
        depth--;
      } else if (depth > 0 || (byte !== COMMA && !isSpace(byte) && byte !== COLON)) continue;
      else return;
      if (depth === 0) return void this.place++;
    }
  }

  /** From the quote that opens a text to the one that closes it. */
  #skipText(): void {
    const bytes = this.#bytes;
    for (this.place++; this.place < bytes.length; this.place++) {
      if (bytes[this.place] === BACKSLASH) this.place++;
      else if (bytes[this.place] === QUOTE) return;
    }
    throw invalid();
  }
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const invalid = (): AppError => new AppError('bad_request', 'The request body is not valid JSON.');
