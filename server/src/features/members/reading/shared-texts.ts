import { TextCollector } from './cell-text.ts';
import type { Container } from './container.ts';
import { LIMITS } from './limits.ts';
import { tooLarge } from './sheet-error.ts';
import { readPart } from './workbook.ts';

/** The texts that cells of a workbook share, by their number. */
export async function readSharedTexts(container: Container, path: string | undefined): Promise<string[]> {
  if (path === undefined) return [];
  const texts: string[] = [];
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
      texts.push(ownText(collector.collected));
      check(texts.length);
    },
  });
  return texts;
}

/** V8 keeps the whole chunk alive for a piece of 13 characters or more that was cut from it: this one stands alone. */
const ownText = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));
