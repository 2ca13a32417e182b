import { MAX_KEY_LENGTH } from './names.ts';
import { blockEnd } from './render.ts';
import type { Setting } from './settings.ts';

interface ReadBlock {
  setting: Setting;
  end: number;
}

const START = new RegExp(`// Code block ([^\\r\\n]{1,${MAX_KEY_LENGTH}})\\r?\\n`, 'y');
const END = /^(?:<\?php )?\/\/ End of code block ([^\r\n]+)\r?$/gm;

/** The code blocks of a PHP text, each between its two comment lines. */
export class CodeBlocks {
  readonly #text: string;
  readonly #known: Map<string, string[]>;
  /** Positions of the end lines by key. */
  readonly #ends: Map<string, { from: number; to: number }[]>;
  readonly #seen = new Set<string>();

  constructor(text: string, known: Iterable<Setting>) {
    this.#text = text;
    const blocks = [...known].flatMap(({ key, form, data }) =>
      form === 'block' && typeof data === 'string' ? [{ key, data }] : [],
    );
    this.#known = new Map(
      [...Map.groupBy(blocks, (block) => block.key)].map(([key, same]) => [
        key,
        same.map((block) => block.data).toSorted((a, b) => b.length - a.length),
      ]),
    );
    const ends = Array.from(text.matchAll(END), ({ 0: line, 1: key = '', index }) => ({
      key,
      from: index,
      to: index + line.length,
    }));
    this.#ends = Map.groupBy(ends, ({ key }) => key);
  }

  /** The block that starts here, or null. Call with increasing positions; only the first block of a key counts. */
  at(place: number): ReadBlock | null {
    START.lastIndex = place;
    const found = START.exec(this.#text);
    const key = found?.[1];
    if (!found || key === undefined || this.#seen.has(key)) return null;
    this.#seen.add(key);
    const from = place + found[0].length;
    return this.#knownBlock(key, from) ?? this.#markedBlock(key, from, found[0].endsWith('\r\n') ? '\r\n' : '\n');
  }

  /** Matches an expected value, which may contain end lines, even its own. */
  #knownBlock(key: string, from: number): ReadBlock | null {
    for (const data of this.#known.get(key) ?? []) {
      if (!this.#text.startsWith(data, from)) continue;
      const [end, ending] = [from + data.length, blockEnd(key, data)];
      if (this.#text.startsWith(ending, end))
        return { setting: { key, form: 'block', data }, end: end + ending.length };
    }
    return null;
  }

  #markedBlock(key: string, from: number, lineEnd: string): ReadBlock | null {
    // A line feed separates the code from its end line.
    const end = this.#ends.get(key)?.find((place) => place.from > from);
    if (!end) return null;
    const code = this.#text.slice(from, end.from);
    const data = code.slice(0, code.length - (code.endsWith(lineEnd) ? lineEnd.length : 1));
    return { setting: { key, form: 'block', data }, end: end.to };
  }
}
