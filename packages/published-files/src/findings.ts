import { MAX_KEY_LENGTH, MAX_SETTINGS } from './names.ts';
import type { Setting } from './settings.ts';

/** Lines of a file, from 1. */
export interface Passage {
  first: number;
  last: number;
}

/** What a file was read as. */
export interface ParsedFile {
  settings: ReadonlyMap<string, Setting>;
  /** What is no setting, at most `PASSAGES` of it. */
  other: readonly Passage[];
  moreOther: boolean;
}

/** A file that is no config at all; the message says why. */
export class FileFault extends Error {}

const PASSAGES = 20;

/** Collects what a parser finds, from the start of a file to its end, within bounds whatever the file holds. */
export class Findings {
  readonly #text: string;
  readonly #settings = new Map<string, Setting>();
  readonly #other: Passage[] = [];
  #more = false;
  #line = 1;
  /** Where that line ends. */
  #lineEnd: number;

  constructor(text: string) {
    this.#text = text;
    this.#lineEnd = this.#endFrom(0);
  }

  /** Takes a setting that stands at [start, end). One more than a config can have, or one of a name again, is other text. */
  setting(setting: Setting, start: number, end: number): void {
    const earlier = this.#settings.get(setting.key);
    const fits = this.#settings.size < MAX_SETTINGS && setting.key.length <= MAX_KEY_LENGTH;
    if (!earlier && fits) {
      this.#settings.set(setting.key, setting);
      return;
    }
    // A constant keeps its first value; everything else has the last one.
    if (earlier && earlier.form === setting.form && earlier.form !== 'constant') {
      this.#settings.set(setting.key, setting);
    }
    this.otherText(start, end);
  }

  /** Notes the lines of what is no setting. */
  otherText(start: number, end: number): void {
    const [first, last] = [this.#lineAt(start), this.#lineAt(Math.max(start, end - 1))];
    const before = this.#other.at(-1);
    if (before && !this.#more && first <= before.last + 1) before.last = Math.max(before.last, last);
    else if (this.#other.length < PASSAGES) this.#other.push({ first, last });
    else this.#more = true;
  }

  file(): ParsedFile {
    return { settings: this.#settings, other: this.#other, moreOther: this.#more };
  }

  /** Offsets come in order, so that all lines are counted once. */
  #lineAt(offset: number): number {
    while (this.#lineEnd < offset) {
      this.#line += 1;
      this.#lineEnd = this.#endFrom(this.#lineEnd + 1);
    }
    return this.#line;
  }

  /** The next line feed; behind all offsets when there is none. */
  #endFrom(offset: number): number {
    const end = this.#text.indexOf('\n', offset);
    return end === -1 ? Infinity : end;
  }
}

/** Where the quoted text that begins at `at` ends: the place of its closing quote; -1 when it is not closed. */
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
