import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from './list-files.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...listFiles('docs').filter((file) => file.endsWith('.md')),
];

/** Where the links and pictures of a page lead to, but for other sites. */
const linksOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/^[a-z]+:/.test(address));

/** The anchors of a page's headings, as they are made of them where the repository is read. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the documents', () => {
  it('link to pages and headings that exist', () => {
    const dead = pages.flatMap((page) =>
      linksOf(page).filter((address) => {
        const [path = '', anchor] = address.split('#', 2);
        const target = path === '' ? page : normalize(join(dirname(page), path));
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      }),
    );
    expect(dead).toEqual([]);
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(80);
  });

  it('have an index of all decisions, with their titles', () => {
    const folder = 'docs/decisions';
    const index = readFileSync(`${folder}/README.md`, 'utf8').match(/^\| \[.*$/gm);
    const records = readdirSync(folder)
      .filter((file) => /^\d{4}-/.test(file))
      .toSorted()
      .map((file) => {
        const [, number = '', title = ''] = /^# (\d{4}) (.+)/.exec(readFileSync(`${folder}/${file}`, 'utf8')) ?? [];
        expect(file.startsWith(`${number}-`), file).toBe(true);
        return `| [${number}](${file}) | ${title} |`;
      });
    expect(index).toEqual(records);
  });
});
