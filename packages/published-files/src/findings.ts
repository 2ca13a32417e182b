import { MAX_KEY_LENGTH, MAX_SETTINGS } from './names.ts';
import type { Setting } from './settings.ts';

/** A range of lines, from 1. */
export interface LineRange {
  first: number;
  last: number;
}

/** Result of parsing a file. */
export interface ParsedFile {
  settings: ReadonlyMap<string, Setting>;
  /** Line ranges that are not settings, at most `MAX_OTHER_RANGES`. */
  other: readonly LineRange[];
  moreOther: boolean;
}

/** The file is not a config at all; the message states why. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}

const MAX_OTHER_RANGES = 20;

/** Collects a parser's findings in file order, with bounded memory for any input. */
export class Findings {
  readonly #text: string;
  readonly #settings = new Map<string, Setting>();
  readonly #other: LineRange[] = [];
  #more = false;
  #line = 1;
  /** End of that line. */
  #lineEnd: number;

  constructor(text: string) {
    this.#text = text;
    this.#lineEnd = this.#endFrom(0);
  }

  /** Adds a setting found at [start, end). Surplus settings and duplicates count as other text. */
  setting(setting: Setting, start: number, end: number): void {
    const earlier = this.#settings.get(setting.key);
    const fits = this.#settings.size < MAX_SETTINGS && setting.key.length <= MAX_KEY_LENGTH;
    if (!earlier && fits) {
      this.#settings.set(setting.key, setting);
      return;
    }
    // The first definition of a constant wins; otherwise the last value does.
    if (earlier && earlier.form === setting.form && earlier.form !== 'constant') {
      this.#settings.set(setting.key, setting);
    }
    this.otherText(start, end);
  }

  /** Records the lines of text that is not a setting. */
  otherText(start: number, end: number): void {
    const [first, last] = [this.#lineAt(start), this.#lineAt(Math.max(start, end - 1))];
    const before = this.#other.at(-1);
    if (before && !this.#more && first <= before.last + 1) before.last = Math.max(before.last, last);
    else if (this.#other.length < MAX_OTHER_RANGES) this.#other.push({ first, last });
    else this.#more = true;
  }

  file(): ParsedFile {
    return { settings: this.#settings, other: this.#other, moreOther: this.#more };
  }

  /** Requires increasing offsets, so that each line is counted once. */
  #lineAt(offset: number): number {
    while (this.#lineEnd < offset) {
      this.#line += 1;
      this.#lineEnd = this.#endFrom(this.#lineEnd + 1);
    }
    return this.#line;
  }

  /** Position of the next line feed; Infinity when there is none. */
  #endFrom(offset: number): number {
    const end = this.#text.indexOf('\n', offset);
    return end === -1 ? Infinity : end;
  }
}

/** Position of the closing quote of the string that starts at `at`; -1 when it is not closed. */
export function closingQuote(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  for (let index = at + 1; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === quote) return index;
    if (unit === BACKSLASH) index += 1;
  }
  return -1;
}

const BACKSLASH = 92;
