import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LATIN, LATIN_EXTENDED } from './src/ui/theme/font-ranges.ts';

const ranges = `${LATIN},${LATIN_EXTENDED}`.split(',').map((range) => {
  const [from = '', to = from] = range.replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
});
const isShipped = (sign: string): boolean => {
  const code = sign.codePointAt(0) ?? 0;
  return ranges.some(([from, to]) => from <= code && code <= to);
};

const COMMENTS = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;

it('draws no sign that its fonts do not have: it would look different on each machine', () => {
  const files = ['web/src', 'contract/src']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(400);
  const foreign = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(COMMENTS, '');
    return [...new Set(code)].filter((sign) => !isShipped(sign)).map((sign) => `${file} ${sign}`);
  });
  expect(foreign).toEqual([]);
});
