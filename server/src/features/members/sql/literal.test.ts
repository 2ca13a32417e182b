import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LITERALS } from './literal.ts';

describe('a literal', () => {
  it('doubles quotes, and hex-encodes characters that depend on settings or are invisible', () => {
    const texts = ["O'Neil", 'Zoë 😀', '', 'C:\\', 'a\u202eb'];
    expect(texts.map(LITERALS.mariadb)).toEqual([
      "'O''Neil'",
      "'Zoë 😀'",
      "''",
      "_utf8mb4 X'433a5c'",
      "_utf8mb4 X'61e280ae62'",
    ]);
    expect(texts.slice(2).map(LITERALS.postgres)).toEqual([
      "''",
      "convert_from(decode('433a5c', 'hex'), 'UTF8')",
      "convert_from(decode('61e280ae62', 'hex'), 'UTF8')",
    ]);
  });

  it('refuses NUL and ill-formed text', () => {
    for (const text of ['a\0', '\ud83d', '\ude00\ud83d'])
      for (const write of Object.values(LITERALS)) expect(() => write(text)).toThrow(/cannot be written as SQL/);
  });

  it('is one token without backslashes and control characters, whatever the text', () => {
    const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
    fc.assert(
      fc.property(text, (value) => {
        for (const written of Object.values(LITERALS).map((write) => write(value)))
          expect(written).toMatch(
            // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
            /^(?:_utf8mb4 X|convert_from\(decode\()?'(?:[^'\\\u0000-\u0009\u000b-\u001f]|'')*'(?:, 'hex'\), 'UTF8'\))?$/,
          );
      }),
    );
  });
});
