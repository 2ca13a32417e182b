import { TextCollector } from './cell-text.ts';
import type { Container } from './container.ts';
import { LIMITS } from './limits.ts';
import { tooLarge } from './sheet-error.ts';
import { readPart } from './workbook.ts';

/** The texts that cells of a workbook share, as bytes: half a million of them as strings would fill the memory. */
export class SharedTexts {
  #bytes = Buffer.alloc(64 * 1024);
  #used = 0;
  readonly #ends: number[] = [];

  get count(): number {
    return this.#ends.length;
  }

  add(text: string): void {
    const most = this.#used + 3 * text.length;
    if (most > LIMITS.text) throw tooLarge('its texts have more than 60 MB');
    if (most > this.#bytes.length) {
      const bytes = Buffer.alloc(Math.max(most, 2 * this.#bytes.length));
      this.#bytes.copy(bytes);
      this.#bytes = bytes;
    }
    this.#used += this.#bytes.write(text, this.#used);
    this.#ends.push(this.#used);
  }

  /** The text of that number, counted from 0; undefined when there is none. */
  at(index: number): string | undefined {
    const end = this.#ends[index];
    return end === undefined ? undefined : this.#bytes.toString('utf8', this.#ends[index - 1] ?? 0, end);
  }
}

/** Reads the shared texts of a workbook; it may have none. */
export async function readSharedTexts(container: Container, path: string | undefined): Promise<SharedTexts> {
  const texts = new SharedTexts();
  if (path === undefined) return texts;
  const collector = new TextCollector();
  const check = (count: number): void => {
    if (count >= LIMITS.sharedTexts) throw tooLarge('it has a million different texts');
  };
  await readPart(container, path, {
    open(name, attributes) {
      if (name === 'sst') check(Number(attributes['uniqueCount'] ?? 0));
      if (name === 'si') collector.start();
      else collector.open(name, attributes);
    },
    text: (text) => collector.text(text),
    close(name) {
      collector.close(name);
      if (name !== 'si') return;
      texts.add(collector.collected);
      check(texts.count);
    },
  });
  return texts;
}
