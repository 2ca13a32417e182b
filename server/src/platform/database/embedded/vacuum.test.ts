import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createLog } from '../../log/log.ts';
import { rows } from '../database.ts';
import { openPglite } from './pglite.ts';
import { vacuumTables } from './vacuum.ts';

const dataDir = temporaryFolder();

it('reuses the space of removed rows, also of tables outside of the public schema', async () => {
  const open = await openPglite(dataDir);
  const { db } = open;
  await open.exec('create schema other; create table other."Some rows" (x int)');
  const sizeWhenFilled = async () => {
    await open.exec('insert into other."Some rows" select generate_series(1, 5000)');
    const [found] = await rows<{ size: number }>(db, sql`select pg_relation_size('other."Some rows"')::int as size`);
    return found?.size;
  };
  const size = await sizeWhenFilled();
  await open.exec('delete from other."Some rows"');
  await vacuumTables(db, createLog('warn'), new AbortController().signal);
  expect(await sizeWhenFilled()).toBe(size);
  await open.close();
});
