import { LIMITS, tooLarge } from '@mission-control/spreadsheet';

const CHUNK = 1024 * 1024;
/** Bytes that one UTF-16 unit takes in UTF-8, at most. */
const WIDEST = 3;
const [COMMA, OPEN, CLOSE] = [44, 91, 93];

/** Rows written as JSON while they are read: 100,000 rows stand in memory as bytes and not as two million strings. */
export class RowsJson {
  readonly #encoder = new TextEncoder();
  /** Full chunks: each row stands in one, without its closing bracket. */
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #chunk = new Uint8Array(CHUNK);
  #used = 0;
  #size = 0;
  readonly #lengths: number[] = [];
  readonly #widths: number[] = [];

  add(cells: readonly string[]): void {
    const text = JSON.stringify(cells).slice(0, -1);
    if (this.#chunk.length - this.#used < text.length * WIDEST) this.#newChunk(Math.max(CHUNK, text.length * WIDEST));
    const { written } = this.#encoder.encodeInto(text, this.#chunk.subarray(this.#used));
    this.#used += written;
    this.#size += written;
    this.#lengths.push(written);
    this.#widths.push(cells.length);
    if (this.#size > LIMITS.text) throw tooLarge('its texts have more than 60 MB');
  }

  /** A JSON array of all rows with `width` cells each, between `before` and `after`. Once only. */
  finish(width: number, before: string, after: string): Uint8Array {
    this.#newChunk(0);
    const padding = this.#encoder.encode(',""'.repeat(width));
    // An empty row begins with the first of them and no comma.
    const paddingOf = (cells: number): Uint8Array => padding.subarray(cells === 0 ? 1 : 3 * cells);
    const [head, tail] = [this.#encoder.encode(before), this.#encoder.encode(after)];
    const padded = this.#widths.reduce((sum, cells) => sum + paddingOf(cells).length, 0);
    const separators = Math.max(0, 2 * this.#lengths.length - 1);
    const json = new Uint8Array(head.length + 1 + this.#size + padded + separators + 1 + tail.length);
    let at = 0;
    const put = (...parts: readonly ArrayLike<number>[]): void => {
      for (const part of parts) {
        json.set(part, at);
        at += part.length;
      }
    };
    put(head, [OPEN]);
    let index = 0;
    for (const row of this.#rows()) {
      put(row, paddingOf(this.#widths[index] ?? 0), index < this.#lengths.length - 1 ? [CLOSE, COMMA] : [CLOSE]);
      index += 1;
    }
    put([CLOSE], tail);
    return json;
  }

  #newChunk(size: number): void {
    this.#chunks.push(this.#chunk.subarray(0, this.#used));
    this.#chunk = new Uint8Array(size);
    this.#used = 0;
  }

  /** Each row once: chunks are given back as soon as they are read. */
  *#rows(): Generator<Uint8Array> {
    let [chunk, from] = [this.#chunks.shift(), 0];
    for (const length of this.#lengths) {
      while (chunk && from === chunk.length) {
        chunk.buffer.transfer(0);
        [chunk, from] = [this.#chunks.shift(), 0];
      }
      if (chunk) yield chunk.subarray(from, from + length);
      from += length;
    }
  }
}
