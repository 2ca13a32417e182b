import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml } from './xml.ts';

const WORDS = 'ß é Ø 東京 ‮abc‬ 😀 👩‍👩‍👧 Ā \u0800 \uffee 𐀀 \u{10ffff}';

/** All texts of an XML file read in these chunks. */
function textsOf(pieces: readonly Uint8Array[]): string[] {
  const texts: string[] = [];
  const feed = readXml({
    open: (name, attributes) => texts.push(name, attributes['a'] ?? ''),
    text: (text) => texts.push(text),
    close: () => undefined,
  });
  for (const piece of pieces) feed.write(piece);
  feed.end();
  return texts;
}

const ENCODINGS = [
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 LE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 BE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
] as const;

describe('XML in chunks', () => {
  it.each(ENCODINGS)('keeps every character of %s, split at any byte', (_, encode) => {
    const bytes = encode(`<x:t a="${WORDS}">${WORDS}</x:t>`);
    const expected = ['t', WORDS, WORDS];
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(textsOf([bytes.subarray(0, cut), bytes.subarray(cut)]).filter((text) => text !== '')).toEqual(expected);
    }
    expect(textsOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  it('keeps any text in any chunks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(40)), (text, lengths) => {
        const value = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        const bytes = Buffer.from(`<t>-${value}</t>`);
        let at = 0;
        const pieces = lengths.map((length) => bytes.subarray(at, (at += length)));
        expect(textsOf([...pieces, bytes.subarray(at)]).join('|')).toBe(`t||-${text}`);
      }),
    );
  });

  it.each([
    ['a truncated character at the end', Buffer.from('<t>ß').subarray(0, 4)],
    ['half of a UTF-16 character', Buffer.from([0xff, 0xfe, 0x3c])],
    ['a surrogate in UTF-8', Buffer.from([0x3c, 0x74, 0x3e, 0xed, 0xa0, 0x80, 0x3c, 0x2f, 0x74, 0x3e])],
    ['a NUL', Buffer.from('<t>\0</t>')],
  ])('refuses %s', (_, bytes) => {
    expect(() => textsOf([bytes])).toThrow('The spreadsheet is damaged');
  });
});
