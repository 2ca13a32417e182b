import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { ALL_IDS, idRanges, within } from './id-ranges.ts';

const marks = pgTable('marks', { id: integer().notNull() });
const t = setUpTestCtx();
beforeAll(() => t.db.execute(sql`create table marks (id int primary key)`));
beforeEach(() => t.db.delete(marks));

const SIZE = 10;
const add = (ids: readonly number[]) => t.db.insert(marks).values(ids.map((id) => ({ id })));
async function readParts(): Promise<number[][]> {
  const parts: number[][] = [];
  for (const range of await idRanges(t.db, marks.id, SIZE)) {
    const part = await t.db.select().from(marks).where(within(marks.id, range)).orderBy(marks.id);
    parts.push(part.map(({ id }) => id));
  }
  return parts;
}

it('contain each id once, in as few parts as the rows need, however the ids are distributed', async () => {
  const ids = [1, 10, 11, 20, 21, 22, 57, 60, 61, 1_000_000, 2_000_000_000, 2_147_483_647];
  await add(ids);
  expect(await readParts()).toEqual([ids.slice(0, SIZE), ids.slice(SIZE)]);
});

it('include rows that are added while the parts are read', async () => {
  await add([20]);
  const ranges = await idRanges(t.db, marks.id, SIZE);
  await add([21, 500]);
  const last = await t.db
    .select()
    .from(marks)
    .where(within(marks.id, ranges.at(-1) ?? ALL_IDS));
  expect(last.map(({ id }) => id)).toEqual([20, 21, 500]);
});

it('are a single one for an empty table', async () => {
  expect(await idRanges(t.db, marks.id, SIZE)).toEqual([ALL_IDS]);
});
