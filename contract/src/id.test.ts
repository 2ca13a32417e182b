import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from './calls.ts';
import { idInAddress, numberInAddress } from './id.ts';

const OTHER_WRITINGS = [
  '0x1',
  '1e0',
  ' 1',
  '1 ',
  '01',
  '+1',
  '1.0',
  '1.',
  '.1e1',
  '0b1',
  '0o1',
  '1_0',
  '１',
  '1\n',
  '-0',
  '',
  '1n',
  'Infinity',
  'NaN',
  '%31',
];

describe('an id in a URL', () => {
  it('has one canonical form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => {
        expect(idInAddress.parse(String(id))).toBe(id);
        expect(idInAddress.parse(id)).toBe(id);
      }),
    );
  });

  it.each([...OTHER_WRITINGS, '0', '-1', '2147483648', '99999999999999999999'])('is not %j', (text) => {
    expect(idInAddress.safeParse(text).success).toBe(false);
  });

  it('only accepts the canonical form of a number', () => {
    let reached = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom('0', '1', '2', '9', '+', '-', '.', ' ', 'e', 'x', 'b') }),
        ),
        (text) => {
          const read = numberInAddress(Number.MIN_SAFE_INTEGER).safeParse(text);
          if (read.success) {
            reached += 1;
            expect(String(read.data)).toBe(text);
          }
        },
      ),
      { numRuns: 2_000 },
    );
    expect(reached).toBeGreaterThan(0);
  });

  it('is either text or a number', () => {
    for (const other of [true, null, [], ['1'], {}, new Date(1), 1.5, undefined])
      expect(idInAddress.safeParse(other).success).toBe(false);
  });
});

it('is used by every call for numbers in its URL', () => {
  const numbers = calls.flatMap(({ name, params, query }) =>
    [params, query].flatMap((schema) => {
      if (!schema) return [];
      const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
        properties?: Record<string, { type?: string }>;
      };
      const keys = Object.keys(properties).filter((key) => properties[key]?.type === 'integer');
      return keys.map((key) => ({ name, key, part: (schema as z.ZodObject).shape[key] as z.ZodType }));
    }),
  );
  expect(numbers.length).toBeGreaterThan(30);
  for (const { name, key, part } of numbers)
    for (const text of OTHER_WRITINGS)
      expect([name, key, text, part.safeParse(text).success]).toEqual([name, key, text, false]);
});
