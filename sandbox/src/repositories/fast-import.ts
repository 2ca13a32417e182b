import { Buffer } from 'node:buffer';
import type { Commit } from './history.ts';

/** Renders the history as a `git fast-import` stream. */
export function fastImport(commits: readonly Commit[]): string {
  const parts: string[] = [];
  const marks = new Map<string, number>();
  const markOf = (content: string): number => {
    const known = marks.get(content);
    if (known !== undefined) return known;
    const mark = 1_000_000 + marks.size;
    marks.set(content, mark);
    parts.push(`blob\nmark :${mark}\n${data(content)}`);
    return mark;
  };
  commits.forEach(({ message, author, at, files, parent }, index) => {
    const entries = [...files].map(([path, content]) => `M 100644 :${markOf(content)} ${path}\n`);
    const who = `${author} <${author.toLowerCase().replace(' ', '.')}@example.org> ${at.getTime() / 1000} +0000`;
    parts.push(
      `commit refs/sandbox/${index}\nmark :${index + 1}\nauthor ${who}\ncommitter ${who}\n${data(`${message}\n`)}`,
      parent === null ? '' : `from :${parent + 1}\n`,
      `deleteall\n${entries.join('')}`,
    );
  });
  commits.forEach(({ branches, tags, author, at }, index) => {
    for (const branch of branches) parts.push(`reset refs/heads/${branch}\nfrom :${index + 1}\n\n`);
    const who = `${author} <mission-control> ${at.getTime() / 1000} +0000`;
    for (const tag of tags) parts.push(`tag ${tag}\nfrom :${index + 1}\ntagger ${who}\n${data('Branch: main\n')}`);
    parts.push(`reset refs/sandbox/${index}\nfrom 0000000000000000000000000000000000000000\n\n`);
  });
  return parts.join('');
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
