import { isUtf8 } from 'node:buffer';
import { AppError } from '../../platform/errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d];

/** A JSON body whose long list is parsed row by row, so that 60 MB of JSON are never held as values. */
export interface BodyRows {
  /** All keys except the list. */
  rest: Record<string, unknown>;
  rows(): Generator<unknown>;
}

/**
 * Parses a JSON object in which `listKey` holds a long list.
 * @throws AppError('bad_request') for invalid JSON; inside the list, `rows` throws it
 */
export function readBodyRows(body: Uint8Array, listKey: string): BodyRows {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!isUtf8(bytes)) throw invalid();
  const cursor = new Cursor(bytes);
  const rest: Record<string, unknown> = {};
  let list: number | undefined;
  cursor.eachOf(OPEN, CLOSE, () => {
    const key = cursor.value();
    cursor.expect(COLON);
    if (typeof key !== 'string' || key === '__proto__' || Object.hasOwn(rest, key)) throw invalid();
    if (key !== listKey) return void (rest[key] = cursor.value());
    if (list !== undefined) throw invalid();
    list = cursor.position;
    cursor.skipValue();
  });
  cursor.end();
  if (list === undefined) throw new AppError('bad_request', `The request body lacks ${listKey}.`);
  const start = list;
  return { rest, rows: () => rowsAt(bytes, start) };
}

function* rowsAt(bytes: Buffer, start: number): Generator<unknown> {
  const cursor = new Cursor(bytes, start);
  cursor.expect(OPEN_LIST);
  if (cursor.next() === CLOSE_LIST) return;
  do yield cursor.value();
  while (cursor.accept(COMMA));
  cursor.expect(CLOSE_LIST);
}

/** Finds the boundaries of JSON values; JSON.parse parses the values. */
class Cursor {
  readonly #bytes: Buffer;
  position: number;

  constructor(bytes: Buffer, position = 0) {
    this.#bytes = bytes;
    this.position = position;
  }

  /** Skips whitespace and returns the next byte without consuming it. */
  next(): number | undefined {
    while (isSpace(this.#bytes[this.position])) this.position++;
    return this.#bytes[this.position];
  }

  accept(byte: number): boolean {
    if (this.next() !== byte) return false;
    this.position++;
    return true;
  }

  expect(byte: number): void {
    if (!this.accept(byte)) throw invalid();
  }

  eachOf(open: number, close: number, read: () => void): void {
    this.expect(open);
    if (this.accept(close)) return;
    do read();
    while (this.accept(COMMA));
    this.expect(close);
  }

  end(): void {
    if (this.next() !== undefined) throw invalid();
  }

  value(): unknown {
    this.next();
    const start = this.position;
    this.skipValue();
    try {
      return JSON.parse(this.#bytes.toString('utf8', start, this.position)) as unknown;
    } catch {
      throw invalid();
    }
  }

  /** Advances past a value without validating it. */
  skipValue(): void {
    this.next();
    const bytes = this.#bytes;
    let depth = 0;
    for (; this.position < bytes.length; this.position++) {
      const byte = bytes[this.position];
      if (byte === QUOTE) this.#skipString();
      else if (byte === OPEN || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (depth === 0) return;
        depth--;
      } else if (depth > 0 || (byte !== COMMA && !isSpace(byte) && byte !== COLON)) continue;
      else return;
      if (depth === 0) return void this.position++;
    }
  }

  /** Advances from the opening to the closing quote of a string. */
  #skipString(): void {
    const bytes = this.#bytes;
    for (this.position++; this.position < bytes.length; this.position++) {
      if (bytes[this.position] === BACKSLASH) this.position++;
      else if (bytes[this.position] === QUOTE) return;
    }
    throw invalid();
  }
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const invalid = (): AppError => new AppError('bad_request', 'The request body is not valid JSON.');
