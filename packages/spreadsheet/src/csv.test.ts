import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSheet } from './read-sheet.ts';
import { SheetError } from './sheet-error.ts';

const read = (text: string) => readSheet(Buffer.from(text));

/** Cells with tricky content. */
const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', ' ', '"', ',', ';', '\t', '|', '\n', '\r', "'", 'ß', '東', '😀', '='),
    maxLength: 6,
  }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const row = (width: number) => fc.array(cell, { minLength: width, maxLength: width });
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.tuple(fc.constant(width), fc.array(row(width), { minLength: 1, maxLength: 8 })))
  .map(([width, rows]) => [
    Array.from({ length: width }, (_, index) => `Column ${index}`),
    ...rows.map((cells, index) => [`row ${index}`, ...cells.slice(1, -1), 'end']),
  ]);
const format = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf8', 'utf8 with mark', 'utf16le', 'utf16le with mark', 'utf16be', 'utf16be with mark'),
  hasLastLineEnd: fc.boolean(),
});

const quote = (text: string): string => (/[",;\t|\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function encode(text: string, encoding: string): Uint8Array {
  const marked = encoding.endsWith('mark') ? `\ufeff${text}` : text;
  const bytes = Buffer.from(marked, encoding.startsWith('utf16') ? 'utf16le' : 'utf8');
  return encoding.startsWith('utf16be') ? bytes.swap16() : bytes;
}

describe('comma separated values', () => {
  it('round-trips any delimiter, line ending and encoding', async () => {
    await fc.assert(
      fc.asyncProperty(table, format, async (rows, { delimiter, lineEnd, encoding, hasLastLineEnd }) => {
        const text =
          rows.map((cells) => cells.map(quote).join(delimiter)).join(lineEnd) + (hasLastLineEnd ? lineEnd : '');
        const { header, members } = await readSheet(encode(text, encoding));
        expect([header, ...members]).toEqual(rows);
        expect(members).toEqual(parse(text, { delimiter, record_delimiter: lineEnd, from: 2 }));
      }),
      { numRuns: 300 },
    );
  });

  it('reads a single column, and one with delimiters in quotes', async () => {
    expect(await read('Name\nAnn\nBob\n')).toMatchObject({ header: ['Name'], members: [['Ann'], ['Bob']] });
    expect(await read('Name;Town\n"Lee, Ann";"Rye, Kent"\n"Ray, Bob";"Ely, Cambs"')).toMatchObject({
      header: ['Name', 'Town'],
      members: [
        ['Lee, Ann', 'Rye, Kent'],
        ['Ray, Bob', 'Ely, Cambs'],
      ],
    });
  });

  it('uses the delimiter that Excel declares in the first line', async () => {
    expect(await read('sep=|\r\na,b|c\r\n1,2|3')).toMatchObject({
      header: ['a,b', 'c'],
      members: [['1,2', '3']],
      headerRow: 2,
    });
  });

  it('pads short rows, widens for long ones, keeps inner empty rows and drops outer ones', async () => {
    expect(await read('\n,,\nName,Town\nAnn\n\nBob,Rye,x,\n,,,\n\n')).toEqual({
      header: ['Name', 'Town', ''],
      members: [
        ['Ann', '', ''],
        ['', '', ''],
        ['Bob', 'Rye', 'x'],
      ],
      headerRow: 3,
    });
  });

  it('reads Windows-1252 if the bytes are not UTF-8', async () => {
    const bytes = Buffer.from('Name,Fee\nZo\xeb \x96 O\x92Hara,\x8020\n', 'latin1');
    expect((await readSheet(bytes)).members).toEqual([['Zoë – O’Hara', '€20']]);
  });

  it.each([
    ['UTF-8', Buffer.from('\xef\xbb\xbfName,Town\nZo\xeb,Rye\n', 'latin1')],
    ['UTF-16', encode('Name,Town\nZoë,Rye\n', 'utf16le with mark').subarray(0, -1)],
    ['UTF-16', encode('Name,Town\nZoë,Rye\n', 'utf16be').subarray(0, -1)],
  ])('rejects text marked as %s that is not', async (encoding, bytes) => {
    const error = await readSheet(bytes).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SheetError);
    expect(error).toHaveProperty('message', expect.stringContaining(`(its text is not ${encoding})`));
  });

  it('reads all bytes as Windows-1252', async () => {
    const bytes = Buffer.from(Array.from({ length: 128 }, (_, index) => 128 + index));
    expect((await readSheet(Buffer.concat([Buffer.from('a,b\n1,'), bytes]))).members[0]?.[1]).toHaveLength(128);
  });

  it('keeps quotes within and after values literally, and reports an unclosed one', async () => {
    expect((await read('a,b\n5" pipe,"x"y\n')).members).toEqual([['5" pipe', 'xy']]);
    await expect(read('a,b\n1,"Ann Lee\n2,x\n')).rejects.toThrow(
      'A quote is never closed, in a cell that begins with "Ann Lee',
    );
  });

  it('keeps object property names and formulas as text', async () => {
    expect(await read('__proto__,constructor\n=1+1,@x')).toMatchObject({
      header: ['__proto__', 'constructor'],
      members: [['=1+1', '@x']],
    });
  });
});
