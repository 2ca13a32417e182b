import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from './calls.ts';
import { idInAddress, MAX_ID, numberInAddress, storable } from './id.ts';

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

describe('a storable time', () => {
  const time = storable(z.iso.datetime({ offset: true }));

  it.each(['0001-01-01T00:00:00Z', '2028-02-29T12:00:00+01:00', '9999-12-30T23:59:59Z'])('is %s', (text) =>
    expect(time.parse(text)).toBe(text),
  );

  it.each(['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+14:00', '9999-12-31T00:00:00Z', '2026-02-29T00:00:00Z', 'x'])(
    'is not %s',
    (text) => expect(time.safeParse(text).success).toBe(false),
  );
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

/** Numbers that the server compares itself, or with a 64-bit column. */
const LARGER = new Set([
  'addAlertRule.limit',
  'addAlertRule.minutes',
  'addServiceOrSaveConfig.base_revision',
  'addServiceOrSaveConfig.tenant_id',
  'changeView.revision',
  'exportAudit.id',
  'followEvents.age',
  'listAuditEvents.before',
  'listAuditEvents.id',
  'listTenantChanges.before',
  'previewAlertRule.limit',
  'previewAlertRule.minutes',
  'readRunOutput.from',
  'restoreRevision.base_revision',
  'saveAlertRule.limit',
  'saveAlertRule.minutes',
  'saveDraft.person',
  'saveFoundChecks.found',
  'takeOverConfig.base_revision',
  'updateTenant.version',
]);

it('is limited to what the database stores, also in a body', () => {
  const larger = calls.flatMap(({ name, query, body }) =>
    [query, body].flatMap((schema) =>
      schema ? largeNumbers(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name) : [],
    ),
  );
  expect(new Set(larger)).toEqual(LARGER);
});

/** Properties of a JSON Schema that may be integers above the largest id, as `call.property`. */
function largeNumbers(schema: object, call: string, property = ''): string[] {
  if ('type' in schema && schema.type === 'integer')
    return 'maximum' in schema && Number(schema.maximum) <= MAX_ID ? [] : [`${call}.${property}`];
  return Object.entries(schema).flatMap(([key, part]: [string, unknown]) => {
    if (typeof part !== 'object' || part === null) return [];
    if (key !== 'properties') return largeNumbers(part, call, property);
    return Object.entries(part).flatMap(([name, one]: [string, object]) => largeNumbers(one, call, name));
  });
}
