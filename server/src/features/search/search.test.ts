import { TOPIC } from '@mission-control/contract/topics';
import { omnisearch, searchQuery } from '@mission-control/contract/search/calls';
import { foldName } from '@mission-control/contract/search/rules';
import { like, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { regions, accounts, tenants } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { rows, type Transaction } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
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

const t = setUpTestCtx();
/** The same database in another process. */
let elsewhere: Ctx;

const find = async (text: string, ctx: Ctx = t): Promise<string[]> =>
  (await searchTenants(ctx, text)).results.map((one) => one.name);

/** Changes tenants as the console does. */
const change = (ctx: Ctx, work: (db: Transaction) => Promise<unknown>): Promise<void> =>
  inTransaction(ctx, async ({ db, record }) => {
    await work(db);
    record({ action: 'tenant.created', subject: 'test', topics: [TOPIC.roster] });
  });

const rowOf = (name: string, deletedAt: Date | null = null) => ({
  name,
  nameKey: foldName(name),
  regionId: 1,
  accountId: 1,
  createdAt: t.clock.now(),
  updatedAt: t.clock.now(),
  updatedBy: 'test',
  deletedAt,
});
const addTenants = (names: readonly string[], ctx: Ctx = t): Promise<void> =>
  change(ctx, (db) => db.insert(tenants).values(names.map((name) => rowOf(name))));
const removeTenants = (pattern: string, ctx: Ctx = t): Promise<void> =>
  change(ctx, (db) => db.delete(tenants).where(like(tenants.name, pattern)));

beforeAll(async () => {
  elsewhere = { ...t, db: Object.create(t.db) as Ctx['db'] };
  await t.db.insert(regions).values({ name: 'eu-west-1', description: 'Europe' });
  await t.db.insert(accounts).values({ tradingName: 'Brimham & Dale' });
  await addTenants(NAMES);
  await change(t, (db) => db.insert(tenants).values(rowOf('Brimham Deleted', t.clock.now())));
});

describe('omnisearch', () => {
  it('returns results with id and name [SRCH-04]', async () => {
    const answer = omnisearch.response.parse(await searchTenants(t, '100%'));
    expect(answer.results).toEqual([{ id: expect.any(Number) as number, name: '100% Swim' }]);
  });

  it('is GET /api/omnisearch/ with the text in val [SRCH-03]', () => {
    expect([omnisearch.method, omnisearch.path]).toEqual(['GET', '/api/omnisearch/']);
    expect(searchQuery.parse(Object.fromEntries(new URLSearchParams('val=a%26b')))).toEqual({ val: 'a&b' });
  });

  it('ranks names that start with the text first, then words that do, then the rest, without deleted tenants', async () => {
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

  it('returns at most 20', async () => {
    const zebras = Array.from({ length: 30 }, (_, n) => `Zebra ${n}`);
    await addTenants(zebras);
    expect(await find('zebra')).toEqual(zebras.toSorted().slice(0, 20));
    await removeTenants('Zebra%');
  });

  it('returns the same as SQL, in the same order, for any text', async () => {
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
        // Whitespace alone finds nothing (C-136).
        fc.pre(query.success && query.data.val !== '');
        const typed = query.data?.val ?? '';
        expect(await find(typed)).toEqual(await findBySql(foldName(typed)));
      }),
      { numRuns: 150 },
    );
  });
});

/** The ranking in SQL. */
async function findBySql(key: string): Promise<string[]> {
  const found = await rows<{ name: string }>(
    t.db,
    sql`
      select name from ${tenants}
      where deleted_at is null and strpos(name_key, ${key}) > 0
      order by case when starts_with(name_key, ${key}) then 0
                    when strpos(name_key, ${` ${key}`}) > 0 then 1
                    else 2 end,
               name_key, id
      limit 20`,
  );
  return found.map((one) => one.name);
}

describe('the cached names', () => {
  it('are current after a change by another process', async () => {
    expect(await find('yak')).toEqual([]);
    await addTenants(['Yak Pool'], elsewhere);
    expect(await find('yak')).toEqual(['Yak Pool']);
    await change(elsewhere, (db) => db.update(tenants).set(rowOf('Yakima')).where(like(tenants.name, 'Yak%')));
    expect(await find('yak')).toEqual(['Yakima']);
    await change(elsewhere, (db) =>
      db.update(tenants).set({ deletedAt: t.clock.now() }).where(like(tenants.name, 'Yak%')),
    );
    expect(await find('yak')).toEqual([]);
  });

  it('are read once for concurrent requests, and again after a change', async () => {
    const reads = countReads();
    await Promise.all(Array.from({ length: 20 }, () => find('brim', reads.ctx)));
    expect(reads.count()).toBe(1);
    await addTenants(['Xenon Baths'], elsewhere);
    const answers = await Promise.all(Array.from({ length: 20 }, () => find('xenon', reads.ctx)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => ['Xenon Baths']));
    expect(reads.count()).toBe(2);
    await removeTenants('Xenon%');
  });

  it('contain every acknowledged change despite concurrent ones', async () => {
    const seen = Array.from({ length: 12 }, async (_, n) => {
      const name = `Quarry ${n}`;
      await addTenants([name], n % 2 === 0 ? t : elsewhere);
      expect(await find(name)).toContain(name);
      expect(await find(name, elsewhere)).toContain(name);
    });
    await Promise.all(seen);
    await removeTenants('Quarry%');
  });

  it('are read again after a failed read', async () => {
    const failing = countReads();
    failing.failNext();
    await expect(find('brim', failing.ctx)).rejects.toThrow('no names');
    expect(await find('upper b', failing.ctx)).toEqual(['Upper Brimham Baths']);
  });
});

/** A separate process on the database that counts its reads of names, and can be made to fail. */
function countReads() {
  let count = 0;
  let fails = false;
  const db = Object.create(t.db) as Ctx['db'];
  db.select = ((...columns: Parameters<typeof t.db.select>) => {
    if (columns[0] && 'nameKey' in columns[0]) {
      count += 1;
      if (fails) {
        fails = false;
        throw new Error('no names');
      }
    }
    return t.db.select(...columns);
  }) as typeof db.select;
  return { ctx: { ...t, db }, count: () => count, failNext: () => (fails = true) };
}

describe('the query', () => {
  it.each([[{}], [{ val: 'x'.repeat(201) }], [{ val: ['a', 'b'] }], [{ val: 'a\0b' }]])('refuses %j', (query) => {
    expect(searchQuery.safeParse(query).success).toBe(false);
  });

  it.each(['', '   '])('%j finds nothing (C-136)', async (val) => {
    expect(await searchTenants(t, searchQuery.parse({ val }).val)).toEqual({ results: [] });
  });

  it('accepts up to 200 characters', () => {
    expect(searchQuery.safeParse({ val: 'x'.repeat(200) }).success).toBe(true);
  });
});
