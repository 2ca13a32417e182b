import fc from 'fast-check';
import { asc, eq, sql } from 'drizzle-orm';
import {
  boolean,
  date,
  doublePrecision,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { time } from './columns.ts';
import { insertRows, orUpdate } from './insert-rows.ts';

const things = pgTable('things', {
  id: serial().primaryKey(),
  ownName: text('own_name').notNull().default('unnamed'),
  at: time(),
  day: date(),
  counts: smallint().array(),
  share: doublePrecision(),
  isGood: boolean('is_good'),
  facts: json(),
  more: jsonb(),
});
const seats = pgTable(
  'seats',
  { hall: integer().notNull(), seat: integer().notNull(), guest: text(), note: text() },
  (table) => [primaryKey({ columns: [table.hall, table.seat] })],
);

const t = setUpTestCtx();
beforeAll(async () => {
  await t.db.execute(sql`create table things (id serial primary key, own_name text not null default 'unnamed',
    at timestamptz, day date, counts smallint[], share double precision, is_good boolean, facts json, more jsonb)`);
  await t.db.execute(sql`create table seats (hall int, seat int, guest text, note text, primary key (hall, seat))`);
});
beforeEach(async () => {
  await t.db.delete(things);
  await t.db.delete(seats);
});

const anyText = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
/** Text with halves of surrogate pairs and what looks like their escapes. */
const brokenText = fc
  .array(fc.oneof(fc.constantFrom('\\', '\\u', 'd83d', '\\ud83d', '\ud83d', '\ude00', '"'), anyText))
  .map((parts) => parts.join(''));
/** Drizzle fails on values without a prototype. */
const plain = { noNullPrototype: true };
const thing = fc.record(
  {
    ownName: fc.oneof(anyText, brokenText),
    at: fc.option(fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })),
    day: fc.constantFrom(null, '2026-02-28', '2024-02-29'),
    counts: fc.option(fc.array(fc.integer({ min: -32_768, max: 32_767 }))),
    share: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 })),
    isGood: fc.option(fc.boolean()),
    facts: fc.option(fc.record({ zebra: anyText, apple: fc.array(fc.integer()) }, plain)),
    more: fc.option(fc.dictionary(anyText, fc.option(anyText), plain)),
  },
  plain,
);

it('stores the values that one parameter per value would store', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(thing, { minLength: 1, maxLength: 5 }), async (values) => {
      const rows = values.map((value, id) => ({ id, ...value }));
      const read = () => t.db.select().from(things).orderBy(asc(things.id));
      await t.db.insert(things).values(rows);
      const expected = await read();
      await t.db.delete(things);
      await insertRows(t.db, things, rows);
      expect(await read()).toEqual(expected);
      await t.db.delete(things);
    }),
    { numRuns: 60 },
  );
});

it('leaves properties that no row has to the defaults, and returns what the statement returns, in order', async () => {
  const values = Array.from({ length: 2_500 }, (_, place) => ({ share: place }));
  const made = await insertRows<typeof things, { share: number; own_name: string }>(
    t.db,
    things,
    values,
    sql`returning share, own_name`,
  );
  expect(made).toEqual(values.map(({ share }) => ({ share, own_name: 'unnamed' })));
});

it('accepts no rows', async () => {
  expect(await insertRows(t.db, things, [], sql`returning id`)).toEqual([]);
});

it('updates the chosen columns of rows with a known key', async () => {
  await insertRows(t.db, seats, [{ hall: 1, seat: 1, guest: 'Ann', note: 'early' }]);
  const again = [
    { hall: 1, seat: 1, guest: 'Bob', note: 'late' },
    { hall: 1, seat: 2, guest: 'Cid', note: 'late' },
  ];
  await insertRows(t.db, seats, again, orUpdate(seats, 'guest'));
  expect(await t.db.select().from(seats).orderBy(asc(seats.seat))).toEqual([{ ...again[0], note: 'early' }, again[1]]);
});

it('updates rows whose key is one column', async () => {
  await insertRows(t.db, things, [{ id: 7, ownName: 'old', share: 1 }]);
  await insertRows(t.db, things, [{ id: 7, ownName: 'new', share: 2 }], orUpdate(things, 'ownName'));
  expect(await t.db.select().from(things).where(eq(things.id, 7))).toMatchObject([{ ownName: 'new', share: 1 }]);
});
