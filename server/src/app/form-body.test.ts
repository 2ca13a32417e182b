import { describe, expect, it } from 'vitest';
import { parseFormBody } from './form-body.ts';

const TYPE = 'multipart/form-data; boundary=XX';
const part = (head: string, text: string): string =>
  `--XX\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
const parse = (text: string, type = TYPE) => parseFormBody(type, new TextEncoder().encode(text));

describe('a form', () => {
  it('is an object of its parts, files as File', async () => {
    const text = `${part('name="a"', 'one')}${part('name="f"; filename="x.png"', 'bytes')}--XX--\r\n`;
    const form = (await parse(text)) as { a: string; f: File };
    expect(form.a).toBe('one');
    expect(form.f).toBeInstanceOf(File);
    expect(await form.f.text()).toBe('bytes');
  });

  it.each([
    ['no form at all', '{"a":1}', TYPE],
    ['no boundary', part('name="a"', '1'), 'multipart/form-data'],
    ['a part that ends early', '--XX\r\ncontent-disposition: form-data; name="a"\r\n\r\n', TYPE],
    ['a part twice', `${part('name="a"', '1')}${part('name="a"', '2')}--XX--\r\n`, TYPE],
    ['a part named __proto__', `${part('name="__proto__"', '1')}--XX--\r\n`, TYPE],
    ['a NUL', `${part('name="a"', '1\0')}--XX--\r\n`, TYPE],
    [
      'hundreds of parts',
      `${Array.from({ length: 300 }, (_, n) => part(`name="a${n}"`, '')).join('')}--XX--\r\n`,
      TYPE,
    ],
  ])('%s is refused', async (_what, text, type) => {
    await expect(parse(text, type)).rejects.toMatchObject({ code: 'bad_request' });
  });
});
