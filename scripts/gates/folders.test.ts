import { expect, it } from 'vitest';
import { findFolderFaults } from './folders.ts';

const file = (path: string, lines: number) => ({ path, text: 'line\n'.repeat(lines) });
const files = (count: number, folder = 'web/src/ui', lines = 40) =>
  Array.from({ length: count }, (_, index) => file(`${folder}/part-${index}.tsx`, lines));

it('rejects a folder of more than 25 files, including tests', () => {
  expect(findFolderFaults(files(25))).toEqual([]);
  expect(findFolderFaults([...files(25), file('web/src/ui/part-1.test.tsx', 90)])).toEqual([
    'web/src/ui/ has 26 files, at most 25',
  ]);
});

it('counts short product files, not tests', () => {
  const short = files(3, 'server/src/app', 19);
  expect(findFolderFaults([...files(22), ...short])).toEqual([
    expect.stringMatching(/^12\.0 % of the files \(3 of 25\) have under 20 lines/),
  ]);
  expect(
    findFolderFaults([...files(22), ...short.map(({ text }, index) => ({ path: `e2e/${index}.ts`, text }))]),
  ).toEqual([]);
});
