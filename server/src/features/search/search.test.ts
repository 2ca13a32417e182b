import { foldName } from '@mission-control/contract/search/rules';
import { omnisearch } from '@mission-control/contract/search/calls';
import { searchQuery } from '@mission-control/contract/search/schema';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { accounts, tenants } from '../tenants/public.ts';
import { regions } from '../environments/public.ts';
import { searchTenants } from './service.ts';

const NAMES = [
  'Brimham Active',
  'Brimham Active Training',
  'Upper Brimham Baths',
  'Ashbrimham Pools',
  '100% Swim',
  'Under_score Club',
  String.raw`Back\slash Gym`,
  "O'Neill's Leisure",
  'Swim & Dive',
  'Café Olympique',
  "'; drop table tenants; --",
  'Straße 9',
];

let t: TestCtx;
const find = async (text: string): Promise<string[]> => (await searchTenants(t, text)).results.map((one) => one.name);

async function addTenant(name: string, deletedAt: Date | null = null): Promise<void> {
  const now = t.clock.now();
  await t.db.insert(tenants).values({
    name,
    nameKey: foldName(name),
    regionId: 1,
    accountId: 1,
    createdAt: now,
    updatedAt: now,
    updatedBy: 'test',
    deletedAt,
  });
}

beforeAll(async () => {
  t = await createTestCtx();
  await t.db.insert(regions).values({ name: 'eu-west-1', description: 'Europe' });
  await t.db.insert(accounts).values({ tradingName: 'Brimham & Dale' });
  for (const name of NAMES) await addTenant(name);
  await addTenant('Brimham Deleted', t.clock.now());
});
afterAll(() => t.close());

describe('omnisearch', () => {
  it('answers results with id and name [SRCH-04]', async () => {
    const answer = omnisearch.answer.parse(await searchTenants(t, '100%'));
    expect(answer.results).toEqual([{ id: expect.any(Number) as number, name: '100% Swim' }]);
  });

  it('is GET /api/omnisearch/ with the text in val [SRCH-03]', () => {
    expect([omnisearch.method, omnisearch.path]).toEqual(['GET', '/api/omnisearch/']);
    expect(searchQuery.parse(Object.fromEntries(new URLSearchParams('val=a%26b')))).toEqual({ val: 'a&b' });
  });

  it('puts names that begin with the text first, then words that do, then the rest; deleted tenants never', async () => {
    expect(await find('BRIMHAM')).toEqual([
      'Brimham Active',
      'Brimham Active Training',
      'Upper Brimham Baths',
      'Ashbrimham Pools',
    ]);
  });

  it.each([
    ['%', ['100% Swim']],
    ['_', ['Under_score Club']],
    ['\\', [String.raw`Back\slash Gym`]],
    ["o'n", ["O'Neill's Leisure"]],
    ["'; drop", ["'; drop table tenants; --"]],
    ['swim & d', ['Swim & Dive']],
    ['CAFE\u0301', ['Café Olympique']],
    ['STRASSE', []],
    ['$1', []],
    ['\ud800', []],
  ])('takes %j literally', async (text, expected) => {
    expect(await find(text)).toEqual(expected);
  });

  it('answers at most 20', async () => {
    for (let n = 0; n < 30; n += 1) await addTenant(`Zebra ${n}`);
    const numbers = Array.from({ length: 30 }, (_, n) => `Zebra ${n}`);
    expect(await find('zebra')).toEqual(numbers.toSorted().slice(0, 20));
    await t.db.execute(sql`delete from ${tenants} where name like 'Zebra%'`);
  });

  it('finds exactly the names that contain the text, whatever it is', async () => {
    const part = fc
      .constantFrom(...NAMES)
      .chain((name) =>
        fc
          .tuple(fc.nat(name.length - 1), fc.integer({ min: 1, max: 8 }))
          .map(([from, length]) => name.slice(from, from + length)),
      );
    await fc.assert(
      fc.asyncProperty(fc.oneof(part, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 })), async (text) => {
        const query = searchQuery.safeParse({ val: text });
        fc.pre(query.success);
        const key = foldName(query.data?.val ?? '');
        const expected = NAMES.filter((name) => foldName(name).includes(key));
        expect((await find(query.data?.val ?? '')).toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 150 },
    );
  });
});

describe('the query', () => {
  it.each([
    [{}],
    [{ val: '' }],
    [{ val: '   ' }],
    [{ val: 'x'.repeat(201) }],
    [{ val: ['a', 'b'] }],
    [{ val: 'a\0b' }],
  ])('refuses %j', (query) => {
    expect(searchQuery.safeParse(query).success).toBe(false);
  });

  it('takes up to 200 characters', () => {
    expect(searchQuery.safeParse({ val: 'x'.repeat(200) }).success).toBe(true);
  });
});
