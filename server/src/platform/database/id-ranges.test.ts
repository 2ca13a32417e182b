import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestCtx, type TestCtx } from '../testing/test-ctx.ts';
import { readInRanges } from './id-ranges.ts';

const marks = pgTable('marks', { id: integer().notNull() });
let t: TestCtx;
beforeAll(async () => {
  t = await createTestCtx();
  await t.db.execute(sql`create table marks (id int primary key)`);
});
beforeEach(() => t.db.delete(marks));
afterAll(() => t.close());

const SIZE = 10;

it('reads each row once, however the ids are distributed, and at most one range at a time', async () => {
  const ids = [1, 10, 11, 20, 21, 22, 57, 60];
  await t.db.insert(marks).values(ids.map((id) => ({ id })));
  const parts: number[][] = [];
  const found = await readInRanges(t.db, marks.id, SIZE, async (within) => {
    const part = await t.db.select().from(marks).where(within(marks.id)).orderBy(marks.id);
    parts.push(part.map(({ id }) => id));
    return part;
  });
  expect(found.map(({ id }) => id)).toEqual(ids);
  expect(parts).toEqual([[1, 10], [11, 20], [21, 22], [], [], [57, 60]]);
});

it('reads nothing from an empty table', async () => {
  expect(await readInRanges(t.db, marks.id, SIZE, () => Promise.reject(new Error('read')))).toEqual([]);
});
