import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = 'docs/guide';
const MOST_BYTES = 150 * 1024;
const guide = readFileSync('docs/guide.md', 'utf8');
const steps = readFileSync('e2e/guide-steps.ts', 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
/** The steps, and those that the day takes, too. */
const walk = [
  steps,
  ...all(steps, /from '\.\/([a-z-]+-screen\.ts)'/g).map((file) => readFileSync(`e2e/${file}`, 'utf8')),
];

describe('the guide', () => {
  it('shows the pictures that its walk makes, and no others', () => {
    const shown = all(guide, /\]\(guide\/([a-z-]+)\.webp\)/g);
    expect(shown).toEqual(all(steps, /picture\('([a-z-]+)'\)/g));
    expect(readdirSync(FOLDER).toSorted()).toEqual(shown.map((name) => `${name}.webp`).toSorted());
  });

  it('has small pictures', () => {
    const large = readdirSync(FOLDER).filter((name) => statSync(`${FOLDER}/${name}`).size > MOST_BYTES);
    expect(large).toEqual([]);
  });

  it('names only what its walk finds on the screens', () => {
    const words = all(guide, /\*\*([^*]+)\*\*/g);
    expect(words.length).toBeGreaterThan(30);
    expect(words.filter((word) => !walk.some((text) => text.includes(word)))).toEqual([]);
  });
});
