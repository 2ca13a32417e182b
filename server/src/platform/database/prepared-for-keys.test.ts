import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { beforeAll, expect, it } from 'vitest';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { preparedForKeys } from './database.ts';

const items = pgTable('keyed_items', { id: integer('id').primaryKey(), size: integer('size').notNull() });

const t = setUpTestCtx();
beforeAll(async () => {
  await t.db.execute(sql`create table keyed_items (id integer primary key, size integer not null)`);
  await t.db.execute(sql`insert into keyed_items select id, id % 2 from generate_series(1, 40) id`);
});

it('finds exactly the rows of any number of keys, with the other values of the statement', async () => {
  const names: string[] = [];
  const list = preparedForKeys((isAmong, suffix) => {
    names.push(suffix);
    return t.db
      .select({ id: items.id })
      .from(items)
      .where(sql`${isAmong(items.id)} and ${items.size} = ${sql.placeholder('size')}`)
      .orderBy(items.id)
      .prepare(`keyed_items${suffix}`);
  });
  expect(new Set(names).size).toBe(names.length);
  expect(await list([], { size: 1 })).toEqual([]);
  for (const count of [1, 2, 7, 8, 9, 40]) {
    const keys = Array.from({ length: count }, (_, index) => index + 1);
    const found = await list(keys, { size: 1 });
    expect(found.map(({ id }) => id)).toEqual(keys.filter((key) => key % 2 === 1));
  }
});
