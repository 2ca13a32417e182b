import { TextCollector } from './cell-text.ts';
import type { Container } from './container.ts';
import { LIMITS } from './limits.ts';
import { tooLarge } from './sheet-error.ts';
import { readXml } from './xml.ts';

const TEXT_END = Buffer.from('</si>');

/** Shared strings of a workbook, stored as bytes because half a million strings would exhaust memory. */
export class SharedStrings {
  #bytes = Buffer.alloc(64 * 1024);
  #used = 0;
  readonly #ends: number[] = [];

  get count(): number {
    return this.#ends.length;
  }

  add(text: string): void {
    const needed = this.#used + 3 * text.length;
    if (needed > LIMITS.text) throw tooLarge('its texts have more than 60 MB');
    if (needed > this.#bytes.length) {
      const bytes = Buffer.alloc(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(bytes);
      this.#bytes = bytes;
    }
    this.#used += this.#bytes.write(text, this.#used);
    this.#ends.push(this.#used);
  }

  /** Text by index; undefined when there is none. */
  at(index: number): string | undefined {
    const end = this.#ends[index];
    return end === undefined ? undefined : this.#bytes.toString('utf8', this.#ends[index - 1] ?? 0, end);
  }
}

export async function readSharedStrings(container: Container, path: string | undefined): Promise<SharedStrings> {
  const texts = new SharedStrings();
  if (path === undefined) return texts;
  await checkCount(container, path);
  const collector = new TextCollector();
  const feed = readXml({
    open(name, attributes) {
      if (name === 'si') collector.start();
      else collector.open(name, attributes);
    },
    text: (text) => collector.text(text),
    close(name) {
      collector.close(name);
      if (name !== 'si') return;
      texts.add(collector.collected);
      checkLimit(texts.count);
    },
  });
  await container.read(path, (chunk) => feed.write(chunk));
  feed.end();
  return texts;
}

/** Counts the texts by their end tags before parsing, which takes a tenth of the time. */
async function checkCount(container: Container, path: string): Promise<void> {
  let count = 0;
  let before = Buffer.alloc(0);
  await container.read(path, (chunk) => {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    // A tag may span two chunks.
    if (Buffer.concat([before, bytes.subarray(0, TEXT_END.length - 1)]).includes(TEXT_END)) count += 1;
    before = Buffer.from(bytes.subarray(1 - TEXT_END.length));
    for (let at = bytes.indexOf(TEXT_END); at >= 0; at = bytes.indexOf(TEXT_END, at + TEXT_END.length)) count += 1;
    checkLimit(count);
  });
}

function checkLimit(count: number): void {
  if (count >= LIMITS.sharedTexts) throw tooLarge('it has a million distinct texts');
}
