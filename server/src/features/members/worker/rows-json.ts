import { LIMITS, tooLarge } from '@mission-control/spreadsheet';

const CHUNK = 1024 * 1024;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;
const [COMMA, OPEN, CLOSE] = [44, 91, 93];

/** Encodes rows as JSON while they are read, so that 100,000 rows are held as bytes rather than as two million strings. */
export class RowsJson {
  readonly #encoder = new TextEncoder();
  /** Full chunks. A row never spans chunks; its closing bracket is not stored. */
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #chunk = new Uint8Array(CHUNK);
  #used = 0;
  #size = 0;
  readonly #lengths: number[] = [];
  readonly #widths: number[] = [];

  add(cells: readonly string[]): void {
    const text = JSON.stringify(cells).slice(0, -1);
    if (this.#chunk.length - this.#used < text.length * MAX_BYTES_PER_UNIT)
      this.#newChunk(Math.max(CHUNK, text.length * MAX_BYTES_PER_UNIT));
    const { written } = this.#encoder.encodeInto(text, this.#chunk.subarray(this.#used));
    this.#used += written;
    this.#size += written;
    this.#lengths.push(written);
    this.#widths.push(cells.length);
    if (this.#size > LIMITS.text) throw tooLarge('its texts have more than 60 MB');
  }

  /** Returns a JSON array of all rows, padded to `width` cells, between `before` and `after`. Call it once. */
  finish(width: number, before: string, after: string): Uint8Array {
    this.#newChunk(0);
    const padding = this.#encoder.encode(',""'.repeat(width));
    // The padding of an empty row has no leading comma.
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

  /** Yields each row once, freeing chunks as it goes. */
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
