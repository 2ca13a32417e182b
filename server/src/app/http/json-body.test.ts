import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { refuseHostile } from './guard-input.ts';
import { parseJsonBody } from './json-body.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

it('parses what JSON.parse parses', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20, stringUnit: 'grapheme' }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\\u0000|__proto__|\\ud[89a-f]/i.test(text));
      expect(parseJsonBody(text)).toEqual(JSON.parse(text));
    }),
  );
});

it.each([
  ['malformed', '{"a":'],
  ['deeper than 32', nested(33)],
  ['a million deep', nested(400_000)],
  ['NUL in a value', '{"a":"x\\u0000"}'],
  ['NUL in a key', '{"a\\u0000":1}'],
  ['a lone surrogate', '["\\ud800"]'],
  ['__proto__', '{"__proto__":{"x":1}}'],
])('rejects %s with a message', (_what, text) => {
  expect(() => refuseHostile(parseJsonBody(text))).toThrow(AppError);
  expect(({} as { x?: number }).x).toBeUndefined();
});

it('accepts 32 levels and an empty body', () => {
  expect(() => refuseHostile(parseJsonBody(nested(32)))).not.toThrow();
  expect(parseJsonBody('')).toBeUndefined();
});
