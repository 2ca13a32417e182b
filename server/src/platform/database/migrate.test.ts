import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestCtx, type TestCtx } from '../testing/test-ctx.ts';
import { rows } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';

let t: TestCtx;
beforeAll(async () => void (t = await createTestCtx()));
afterAll(() => t.close());

const extra = (statement: string) => ({ tag: '9999_extra', statements: [statement], checksum: 'x' });
const applied = () => rows<{ tag: string }>(t.db, sql`select tag from schema_migrations order by position`);

it('applies nothing twice', async () => {
  const before = await applied();
  await migrate(t.db);
  expect(await applied()).toEqual(before);
});

it('leaves the old schema whole when a migration fails', async () => {
  const before = await applied();
  const broken = [
    ...readMigrations(),
    extra('create table half_made (id integer)'),
    { ...extra('this is no SQL'), tag: '9999_worse' },
  ];
  await expect(migrate(t.db, broken)).rejects.toThrow();
  expect(await applied()).toEqual(before);
  expect(await rows(t.db, sql`select 1 from pg_tables where tablename = 'half_made'`)).toEqual([]);
});

it('refuses a database that is newer than the program', async () => {
  await expect(migrate(t.db, [])).rejects.toThrow(/newer than this program/);
});

it('refuses an applied migration that was edited', async () => {
  const edited = readMigrations().map((migration) => ({ ...migration, checksum: 'edited' }));
  await expect(migrate(t.db, edited)).rejects.toThrow(/is not the one in this program/);
});
