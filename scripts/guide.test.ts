import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = 'docs/guide';
const MAX_BYTES = 150 * 1024;
const guide = readFileSync('docs/guide.md', 'utf8');
const steps = readFileSync('e2e/support/guide-steps.ts', 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
/** The guide's steps, and those shared with the day walk. */
const walk = [
  steps,
  ...all(steps, /from '\.\/([a-z-]+-screen\.ts)'/g).map((file) => readFileSync(`e2e/support/${file}`, 'utf8')),
];

describe('the guide', () => {
  it('shows exactly the pictures taken by its walk', () => {
    const shown = all(guide, /\]\(guide\/([a-z-]+)\.webp\)/g);
    expect(shown).toEqual(all(steps, /picture\('([a-z-]+)'\)/g));
    expect(readdirSync(FOLDER).toSorted()).toEqual(shown.map((name) => `${name}.webp`).toSorted());
  });

  it('has small pictures', () => {
    const large = readdirSync(FOLDER).filter((name) => statSync(`${FOLDER}/${name}`).size > MAX_BYTES);
    expect(large).toEqual([]);
  });

  it('names only what its walk uses on the screens', () => {
    const words = all(guide, /\*\*([^*]+)\*\*/g);
    expect(words.length).toBeGreaterThan(30);
    expect(words.filter((word) => !walk.some((text) => text.includes(word)))).toEqual([]);
  });
});
