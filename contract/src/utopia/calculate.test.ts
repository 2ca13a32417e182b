import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate, leftOut, totalOf, valueOf, valueOfRow } from './calculate.ts';
import { isFeature, toUtopiaRow, utopiaColumns, type UtopiaRow } from './columns.ts';
import { BASES, type Basis } from './prices.ts';
import { filterTable, toTable } from './table.ts';
import { testServerRow } from './testing.ts';

const counts = { tenants: 1, centres: 3, members: 1000 };
const everything = (rows: readonly UtopiaRow[]) => Uint32Array.from(rows, (_, place) => place);
const NOTHING_CHANGED = { prices: {}, bases: {} };

describe('a value', () => {
  it('multiplies the price by the basis [UTO-24, UTO-25, UTO-26, UTO-27]', () => {
    expect(valueOf('per_site', 6_000, counts)).toBe(18_000n);
    expect(valueOf('per_tenant', 6_000, counts)).toBe(6_000n);
    expect(valueOf('per_site_per_month', 1_000, counts)).toBe(36_000n);
    expect(valueOf('per_user_per_month', 6, counts)).toBe(72_000n);
  });
});

describe('the calculations', () => {
  it('count only rows with "no", and list only features that some row lacks [UTO-28, UTO-29]', () => {
    const rows = [testServerRow(1, { has_gtm: 'yes' }), testServerRow(2), testServerRow(3, { centres: null })].map(
      toUtopiaRow,
    );
    const columns = utopiaColumns(rows);
    const listed = calculate(toTable(rows, columns), columns, everything(rows), NOTHING_CHANGED);
    const of = (feature: string) => listed.find((one) => one.feature === feature);
    expect(of('has_coursepro')).toBeUndefined();
    expect(of('has_gtm')).toMatchObject({ tenants: 2, uncounted: 0, value: 6_000_000n });
    expect(of('has_homeportal')).toMatchObject({ tenants: 3, uncounted: 1, value: 3_600_000n });
    const filtered = calculate(toTable(rows, columns), columns, Uint32Array.of(0), NOTHING_CHANGED);
    expect(filtered.some(({ feature }) => feature === 'has_gtm')).toBe(false);
  });

  it('exclude an invalid price from the total', () => {
    const rows = [toUtopiaRow(testServerRow(1))];
    const columns = utopiaColumns(rows);
    const total = (prices: Record<string, string>) =>
      totalOf(calculate(toTable(rows, columns), columns, everything(rows), { prices, bases: {} }));
    expect(total({ has_gtm: '0.045' }) - total({ has_gtm: '0' })).toBe(450n);
    expect(total({}) - total({ has_gtm: '0.00001' })).toBe(3_000_000n);
  });
});

it('counts what the total omits: tenants without a number, once each, and features without a price', () => {
  const rows = [
    testServerRow(1, { centres: null, members: null, has_gtm: 'yes' }),
    testServerRow(2, { centres: null, members: null }),
    testServerRow(3, { members: null, has_sms: 'yes', has_sdd: 'yes' }),
    testServerRow(4),
  ].map(toUtopiaRow);
  const columns = utopiaColumns(rows);
  const table = toTable(rows, columns);
  const of = (matched: Uint32Array, prices: Record<string, string> = {}) =>
    leftOut(table, calculate(table, columns, matched, { prices, bases: {} }), matched);
  expect(of(everything(rows))).toEqual({ centres: 2, members: 2, unpriced: [] });
  expect(of(Uint32Array.of(2, 3), { has_gtm: 'x' })).toEqual({ centres: 0, members: 0, unpriced: ['GTM'] });
});

const scenario = fc.record({
  rows: fc.array(
    fc.record({
      centres: fc.option(fc.integer({ min: 0, max: 2 ** 31 - 1 })),
      members: fc.option(fc.integer({ min: 0, max: 2 ** 31 - 1 })),
      has_sms: fc.constantFrom('yes' as const, 'no' as const),
      has_gtm: fc.constantFrom('yes' as const, 'no' as const),
      strive_env: fc.constantFrom('', 'x'),
      status: fc.constantFrom('Active' as const, 'Inactive' as const),
    }),
    { maxLength: 12 },
  ),
  parts: fc.dictionary(
    fc.constantFrom('has_sms', 'has_gtm', 'has_strive', 'has_orgs'),
    fc.integer({ min: 0, max: 99_999_999_999 }),
  ),
  bases: fc.dictionary(
    fc.constantFrom('has_sms', 'has_gtm', 'has_strive', 'has_orgs'),
    fc.constantFrom(...BASES.map(({ value }) => value)),
  ),
  least: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  status: fc.subarray(['Active', 'Inactive']),
});

const DEFAULTS: Record<string, [bigint, Basis]> = {
  has_coursepro: [10_000_000n, 'per_site'],
  has_sms: [600n, 'per_user_per_month'],
  has_sdd: [3_000n, 'per_user_per_month'],
  has_orgs: [2_500_000n, 'per_site'],
  has_ads: [1_000_000n, 'per_tenant'],
  has_datahub: [3_000_000n, 'per_tenant'],
  has_homeportal: [600_000n, 'per_site'],
  has_gtm: [3_000_000n, 'per_tenant'],
  has_vouchers: [1_000_000n, 'per_tenant'],
  has_strive: [0n, 'per_site'],
  has_commsportal: [200_000n, 'per_site'],
  has_insight: [1_000_000n, 'per_site'],
};

/** Straightforward implementation of the documented calculation, in arbitrary-precision ten-thousandths of a pound. */
function oracle(rows: readonly UtopiaRow[], parts: Record<string, number>, bases: Record<string, Basis>): bigint {
  let total = 0n;
  for (const row of rows) {
    for (const [key, [price, usual]] of Object.entries(DEFAULTS)) {
      if (!isFeature(key) || row[key] !== 'no') continue;
      const each = parts[key] === undefined ? price : BigInt(parts[key]);
      const basis = bases[key] ?? usual;
      const times = { per_tenant: 1n, per_site: 1n, per_site_per_month: 12n, per_user_per_month: 12n }[basis];
      const of = basis === 'per_tenant' ? 1 : basis === 'per_user_per_month' ? row.members : row.centres;
      total += each * times * BigInt(of ?? 0);
    }
  }
  return total;
}

describe('the total', () => {
  it('equals an exact oracle in 10,000 scenarios [UTO-13, UTO-28, UTO-31]', () => {
    fc.assert(
      fc.property(scenario, ({ rows: given, parts, bases, least, status }) => {
        const rows = given.map((part, place) => toUtopiaRow(testServerRow(place, part)));
        const columns = utopiaColumns(rows);
        const table = toTable(rows, columns);
        const matched = filterTable(table, { members: `>=${least}`, status }, everything(rows));
        const prices = Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, inText(value)]));
        const wanted = rows.filter(
          (row) => row.members !== null && row.members >= least && (status.length === 0 || status.includes(row.status)),
        );
        const total = totalOf(calculate(table, columns, matched, { prices, bases }));
        expect(total).toBe(oracle(wanted, parts, bases));
        const changes = { prices, bases };
        expect([...matched].reduce((sum, place) => sum + valueOfRow(table, columns, place, changes), 0n)).toBe(total);
      }),
      { numRuns: 10_000 },
    );
  }, 120_000);
});

function inText(parts: number): string {
  return `${Math.floor(parts / 10_000)}.${String(parts % 10_000).padStart(4, '0')}`;
}
