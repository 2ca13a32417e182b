import { describe, expect, it } from 'vitest';
import { cellText, shownRegion, toUtopiaRow, utopiaColumns, type FeatureKey } from './columns.ts';
import { matchesChoice, matchesNumber } from './filters.ts';
import { defaultBasis, defaultPrice, inPounds, partsOf, plainPounds } from './prices.ts';
import { filterTable, toTable } from './table.ts';
import { testServerRow } from './testing.ts';

describe('a row', () => {
  it('has yes for each service with an environment, no for the others [UTO-04, UTO-07]', () => {
    const row = toUtopiaRow(testServerRow(1, { strive_env: 'x', homeportal_env: '' }));
    expect(row).toMatchObject({ has_coursepro: 'yes', has_strive: 'yes', has_homeportal: 'no', has_insight: 'no' });
    expect(row).not.toHaveProperty('strive_env');
  });

  it('shows EU and US for their regions, and any other unchanged [UTO-05, UTO-06] (C-125)', () => {
    expect(['eu-west-1', 'us-east-1', 'ap-southeast-2', 'neu'].map(shownRegion)).toEqual([
      'EU',
      'US',
      'ap-southeast-2',
      'neu',
    ]);
    expect(toUtopiaRow(testServerRow(1)).region_name).toBe('EU');
  });

  it('has the twelve features as columns, plus any other in the response [UTO-03]', () => {
    const row = { ...toUtopiaRow(testServerRow(1)), has_new_feature: 'no' as const };
    const keys = utopiaColumns([row]).map(({ key }) => key);
    const twelve = 'coursepro sms sdd orgs ads datahub homeportal gtm vouchers strive commsportal insight';
    expect(keys).toEqual(expect.arrayContaining(twelve.split(' ').map((name) => `has_${name}`)));
    expect(keys).toHaveLength(23);
    expect(utopiaColumns([row]).at(-1)).toEqual({ key: 'has_new_feature', title: 'New feature', kind: 'choice' });
  });

  it('formats its cells as text', () => {
    const row = toUtopiaRow(testServerRow(7, { centres: null }));
    expect(['id', 'centres', 'created', 'has_sms', 'none'].map((key) => cellText(row, key))).toEqual([
      '7',
      '',
      '2026-03-04 09:12',
      'no',
      '',
    ]);
  });
});

describe('a numeric filter', () => {
  it.each([
    ['=5', [false, true, false]],
    ['<5', [true, false, false]],
    ['>5', [false, false, true]],
    ['<=5', [true, true, false]],
    ['>=5', [false, true, true]],
  ])('%s compares [UTO-14]', (filter, expected) => {
    expect([4, 5, 6].map((value) => matchesNumber(value, filter))).toEqual(expected);
  });

  it('matches everything without an operator or a value [UTO-15]', () => {
    for (const filter of ['', '>=', '> ', '5']) expect(matchesNumber(null, filter)).toBe(true);
  });

  it('matches only missing numbers when asked for them', () => {
    expect([null, Number.NaN, 0, 5].map((value) => matchesNumber(value, 'none'))).toEqual([true, true, false, false]);
  });

  it('fails if either side is not a number [UTO-16]', () => {
    expect(matchesNumber(null, '>=0')).toBe(false);
    expect(matchesNumber(Number.NaN, '<=0')).toBe(false);
    expect(matchesNumber(5, '=x')).toBe(false);
  });
});

describe('filters', () => {
  it('of values match if none is chosen or one is present [UTO-17]', () => {
    expect(matchesChoice('EU', [])).toBe(true);
    expect(matchesChoice('EU', ['US', 'EU'])).toBe(true);
    expect(matchesChoice('EU', ['US'])).toBe(false);
  });

  it('are combined with AND', () => {
    const rows = [
      testServerRow(1, { tenant_name: 'Brimham Active', members: 5 }),
      testServerRow(2, { tenant_name: 'Brimham North', members: null }),
      testServerRow(3, { tenant_name: 'Wharfe', members: 50, status: 'Inactive' }),
    ].map(toUtopiaRow);
    const table = toTable(rows, utopiaColumns(rows));
    const found = (filters: Parameters<typeof filterTable>[1]) => [
      ...filterTable(table, filters, Uint32Array.of(2, 1, 0)),
    ];
    expect(found({})).toEqual([2, 1, 0]);
    expect(found({ members: '>=0' })).toEqual([2, 0]);
    expect(found({ tenant_name: 'act BRIM' })).toEqual([0]);
    expect(found({ status: ['Inactive'], members: '>49' })).toEqual([2]);
    expect(found({ status: ['none such'] })).toEqual([]);
    expect(found({ nonsense: 'x', __proto__: ['x'], members: ['x'] })).toEqual([2, 1, 0]);
  });
});

describe('prices', () => {
  const features = 'coursepro sms sdd orgs ads datahub homeportal gtm vouchers strive commsportal insight new'
    .split(' ')
    .map((name): FeatureKey => `has_${name}`);

  it('start as documented, 30 for any other feature [UTO-19, UTO-20]', () => {
    const prices = ['1000', '0.06', '0.3', '250', '100', '300', '60', '300', '100', '0', '20', '100', '30'];
    expect(features.map(defaultPrice)).toEqual(prices);
  });

  it('start with the documented bases [UTO-21, UTO-22, UTO-23]', () => {
    const tenant = new Set<string>(['has_ads', 'has_datahub', 'has_gtm', 'has_vouchers']);
    for (const feature of features) {
      const user = feature === 'has_sms' || feature === 'has_sdd';
      const basis = user ? 'per_user_per_month' : tenant.has(feature) ? 'per_tenant' : 'per_site';
      expect(defaultBasis(feature)).toBe(basis);
    }
  });

  it('are pounds with up to four decimals (C-131)', () => {
    const texts = ['0.06', '0.3', '1000', '', '.5', '7.', '0.045', '0.0001', '9999999.9999'];
    expect(texts.map(partsOf)).toEqual([600, 3000, 10_000_000, 0, 5000, 70_000, 450, 1, 99_999_999_999]);
    for (const none of ['-1', '0.06555', '1e3', 'x', '1,000', '12345678']) expect(partsOf(none)).toBeNull();
  });

  it('are shown in pounds, exactly [UTO-31]', () => {
    expect(inPounds(12_345_000n)).toBe('£1,234.50');
    expect(inPounds(0n)).toBe('£0.00');
    expect(inPounds(450n)).toBe('£0.045');
    expect(inPounds(10_001n)).toBe('£1.0001');
    expect(inPounds(9_007_199_254_740_993_123_456_700n)).toBe('£900,719,925,474,099,312,345.67');
    expect(plainPounds(12_345_600n)).toBe('1234.56');
  });
});
