import { checkLength } from './cell-text.ts';
import { checkTable } from './kind.ts';
import { LAST, LIMITS } from './limits.ts';
import type { Rows } from './rows.ts';
import { damaged, refused, SheetError } from './sheet-error.ts';
import { isUtf8 } from 'node:buffer';

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE = { records: 50, characters: 65_536 };

/** Reads CSV, detecting the delimiter (, ; tab |) and the encoding. */
export function readCsv(bytes: Uint8Array, rows: Rows): void {
  const text = decodeText(bytes);
  checkTable(text);
  const declared = /^sep=(.)\r?\n/.exec(text.slice(0, 7));
  const start = declared?.[0].length ?? 0;
  const delimiter = declared?.[1] ?? findDelimiter(text);
  let row = declared ? 1 : 0;
  scanCsv(text, start, delimiter, (cells) => {
    row += 1;
    cells.forEach(checkLength);
    rows.add(row, cells);
    return true;
  });
}

/** Picks the delimiter that makes the best table of the first records: no stray quotes, equal widths, then more columns. */
function findDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE.characters);
  const scores = DELIMITERS.map((delimiter) => scoreOf(sample, delimiter, sample.length === text.length));
  const [best] = scores
    .filter(({ same }) => same > 0)
    .toSorted((a, b) => a.odd - b.odd || b.same - a.same || b.width - a.width);
  return best?.delimiter ?? ',';
}

interface Score {
  delimiter: string;
  /** Records with stray quotes. */
  odd: number;
  /** Share of records with the most common width; 0 for a single column. */
  same: number;
  width: number;
}

function scoreOf(sample: string, delimiter: string, isWhole: boolean): Score {
  const widths: number[] = [];
  const take = (cells: string[]): boolean => {
    if (cells.length > 1 || cells[0] !== '') widths.push(cells.length);
    return widths.length < SAMPLE.records;
  };
  const { odd, open } = scanCsv(sample, 0, delimiter, take, true);
  // The last record of a sample may be truncated.
  if (!isWhole && widths.length > 1 && widths.length < SAMPLE.records) widths.pop();
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width = 1, count = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { delimiter, odd: odd + (open && isWhole ? 1 : 0), same: width > 1 ? count / widths.length : 0, width };
}

/**
 * Splits text into records. Quotes are escaped by doubling; text after a closing quote belongs to the value.
 * @param take receives each record; return false to stop
 * @param isSample an open quote at the end is not an error
 */
function scanCsv(
  text: string,
  start: number,
  delimiter: string,
  take: (cells: string[]) => boolean,
  isSample = false,
): { odd: number; open: boolean } {
  const scanner = new CsvScanner(text, delimiter, start);
  while (scanner.at < text.length) {
    const cells = scanner.record();
    if (scanner.open && !isSample) {
      throw new SheetError(
        `A quote is never closed, in a cell that begins with ${JSON.stringify(cells.at(-1)?.slice(0, 40))}: close it and upload the file again`,
      );
    }
    if (!take(cells)) break;
  }
  return scanner;
}

class CsvScanner {
  readonly #text: string;
  readonly #delimiter: string;
  at: number;
  /** Stray quotes. */
  odd = 0;
  /** The last quote was not closed. */
  open = false;
  #lineEnd = -1;
  #nextCr = -1;
  #nextLf = -1;
  #nextDelimiter = -1;

  constructor(text: string, delimiter: string, start: number) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.at = start;
  }

  record(): string[] {
    const cells: string[] = [];
    const text = this.#text;
    this.#findLineEnd();
    for (;;) {
      if (text.charCodeAt(this.at) === 34) cells.push(this.#quoted());
      else cells.push(this.#bare());
      if (this.at >= text.length) return cells;
      if (text[this.at] !== this.#delimiter) break;
      if (cells.length > LAST.column) throw refused(`it has more than ${LIMITS.columns} columns`);
      this.at += 1;
      if (this.at === text.length) cells.push('');
      if (this.at >= text.length) return cells;
    }
    this.at += text.startsWith('\r\n', this.at) ? 2 : 1;
    return cells;
  }

  /** Reads an unquoted value. */
  #bare(): string {
    const from = this.at;
    if (this.#nextDelimiter < from) this.#nextDelimiter = endOr(this.#text.indexOf(this.#delimiter, from));
    this.at = Math.min(this.#nextDelimiter, this.#lineEnd);
    const cell = this.#text.slice(from, this.at);
    if (cell.includes('"')) this.odd += 1;
    return cell;
  }

  #quoted(): string {
    const text = this.#text;
    let cell = '';
    let from = this.at + 1;
    for (;;) {
      const quote = text.indexOf('"', from);
      if (quote < 0) {
        this.open = true;
        this.at = text.length;
        return cell + text.slice(from);
      }
      cell += text.slice(from, quote);
      from = quote + 1;
      if (text.charCodeAt(from) !== 34) break;
      cell += '"';
      from += 1;
    }
    this.at = from;
    if (from > this.#lineEnd) this.#findLineEnd();
    if (from === text.length || from === this.#lineEnd || text[from] === this.#delimiter) return cell;
    this.odd += 1;
    return cell + this.#bare();
  }

  /** Recognises CR LF, LF and CR. */
  #findLineEnd(): void {
    if (this.#nextLf < this.at) this.#nextLf = endOr(this.#text.indexOf('\n', this.at));
    if (this.#nextCr < this.at) this.#nextCr = endOr(this.#text.indexOf('\r', this.at));
    this.#lineEnd = Math.min(this.#nextLf, this.#nextCr, this.#text.length);
  }
}

const endOr = (found: number): number => (found < 0 ? Number.POSITIVE_INFINITY : found);

/** Bytes sampled to detect UTF-16 without a byte order mark. */
const ENCODING_SAMPLE = 4_096;

/**
 * Decodes text: UTF-8 and UTF-16 with or without byte order mark, otherwise Windows-1252.
 * @throws SheetError when the text is not in the encoding of its mark, or in UTF-16 as its zero bytes suggest
 */
function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw damaged(`its text is not ${encoding === 'utf-8' ? 'UTF-8' : 'UTF-16'}`, error);
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const [even, odd] = zeros(bytes);
  if (odd > even * 4 && odd > 0) return 'utf-16le';
  if (even > odd * 4 && even > 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Zero bytes at even and odd positions of the sample, if there are enough for Western UTF-16 text; else none. */
function zeros(bytes: Uint8Array): [even: number, odd: number] {
  const counts: [number, number] = [0, 0];
  const length = Math.min(ENCODING_SAMPLE, bytes.byteLength);
  for (let at = 0; at < length; at += 1) if (bytes[at] === 0) counts[at % 2 === 0 ? 0 : 1] += 1;
  return counts[0] + counts[1] > length / 8 ? counts : [0, 0];
}
