import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { databaseName } from './port.ts';
import { quoteForMariadb, quoteForPostgresql } from './quoted-name.ts';

it('quotes database names for each engine', () => {
  expect(quoteForPostgresql(databaseName(12, 'coursepro'))).toBe('"tenant_12_coursepro"');
  expect(quoteForMariadb(databaseName(12, 'coursepro'))).toBe('`tenant_12_coursepro`');
});

it('rejects anything that could end an identifier', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary-ascii' }),
    fc
      .tuple(
        fc.constantFrom('tenant_1_a', 'tenant_', ''),
        fc.constantFrom('"', '`', '\0', '\n', '\\', '; drop', '\u00e4'),
      )
      .chain(([name, end]) => fc.constantFrom(name + end, end + name)),
  );
  const outcome = (quote: (name: string) => string, name: string): string => {
    try {
      return quote(name);
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  };
  fc.assert(
    fc.property(hostile, fc.constantFrom(quoteForPostgresql, quoteForMariadb), (name, quote) =>
      /^(refused|(["`])tenant_[0-9]+_[a-z0-9]+\2)$/.test(outcome(quote, name)),
    ),
    { numRuns: 300 },
  );
});
