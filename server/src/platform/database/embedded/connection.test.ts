import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { placeFreshEmbedded } from '../../testing/fresh-database.ts';
import { setClosingStatement, rows, type OpenDatabase } from '../database.ts';
import { pipelined } from '../transaction.ts';
import { openPglite } from './pglite.ts';

const notes = pgTable('notes', { x: integer().notNull() });
const folder = temporaryFolder();

describe.each([
  ['in a thread', async () => openPglite(await placed('thread'))],
  ['in memory', () => openPglite(null)],
])('the connection to a database %s', { timeout: 60_000 }, (_where, openDatabase) => {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await openDatabase();
    await open.exec('create table notes (x int primary key, words text)');
  }, 60_000);
  afterAll(() => open.close());
  const stored = () => rows<{ x: number }>(open.db, sql`select x from notes order by x`);

  it('sends a statement after the transaction that is open, so that it sees all of it or nothing', async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const undone = open.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (1)`);
      begun.resolve();
      await goOn.promise;
      await tx.execute(sql`insert into notes values (1)`);
    });
    await begun.promise;
    const [read, written] = [stored(), open.db.execute(sql`insert into notes values (2)`)];
    goOn.resolve();
    await expect(undone).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(await read).toEqual([]);
    await written;
    expect(await stored()).toEqual([{ x: 2 }]);
  });

  it('lets reads pass while a transaction has only read, and holds back all else until it ends', async () => {
    const [hasRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const seen = open.db.transaction(async (tx) => {
      const before = await tx.select().from(notes);
      hasRead.resolve();
      await goOn.promise;
      return [before, await tx.select().from(notes)];
    });
    await hasRead.promise;
    const ended: string[] = [];
    const written = open.db.execute(sql`insert into notes values (5)`).then(() => ended.push('written'));
    const called = rows(open.db, sql`select count(*) from notes`).then(() => ended.push('called'));
    await open.db.select().from(notes);
    expect(ended).toEqual([]);
    goOn.resolve();
    const [before, after] = await seen;
    expect(after).toEqual(before);
    await Promise.all([written, called]);
    expect(ended).toEqual(['written', 'called']);
    await open.db.execute(sql`delete from notes where x = 5`);
  });

  it('sends what waited for a transaction before the next one begins', async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = open.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (6)`);
      begun.resolve();
      await goOn.promise;
    });
    await begun.promise;
    const second = open.db.transaction((tx) => tx.execute(sql`insert into notes values (7)`));
    const read = stored();
    goOn.resolve();
    expect(await read).toEqual([{ x: 2 }, { x: 6 }]);
    await Promise.all([first, second]);
    await open.db.execute(sql`delete from notes where x > 2`);
  });

  it('sends what waited with a commit that fails, and gives each its own response', async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = open.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (6)`);
      begun.resolve();
      await goOn.promise;
      setClosingStatement(tx, sql`select ${1}::int / 0`);
    });
    await begun.promise;
    const second = open.db.transaction((tx) => tx.execute(sql`insert into notes values (7)`));
    const read = stored();
    goOn.resolve();
    await expect(first).rejects.toMatchObject({ code: '22012' });
    expect(await read).toEqual([{ x: 2 }]);
    await second;
    expect(await stored()).toEqual([{ x: 2 }, { x: 7 }]);
    await open.db.execute(sql`delete from notes where x > 2`);
  });

  it('runs a transaction whose first statements are reads and writes sent together', async () => {
    const found = await open.db.transaction(async (tx) => {
      const [read] = await pipelined(
        tx.select().from(notes),
        tx.execute(sql`insert into notes values (8)`),
        tx.execute(sql`insert into notes values (9)`),
      );
      return read.map(({ x }) => x);
    });
    expect(found).toEqual([2]);
    await expect(
      open.db.transaction((tx) =>
        pipelined(tx.execute(sql`delete from notes where x > 2`), tx.execute(sql`insert into notes values (2)`)),
      ),
    ).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(await stored()).toEqual([{ x: 2 }, { x: 8 }, { x: 9 }]);
    await open.db.execute(sql`delete from notes where x > 2`);
  });

  it('gives each of many concurrent statements its own response or error, in order of arrival', async () => {
    await open.exec('create sequence turns');
    const statements = Array.from({ length: 200 }, (_, at) =>
      at % 10 === 9
        ? open.db.execute(sql`select ${at}::int / 0`)
        : rows<{ at: number; turn: number }>(open.db, sql`select ${at}::int as at, nextval('turns')::int as turn`),
    );
    const settled = await Promise.allSettled(statements);
    const turns = settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
    const expected = Array.from({ length: 200 }, (_, at) =>
      at % 10 === 9 ? 'failed' : [{ at, turn: at + 1 - Math.floor(at / 10) }],
    );
    expect(turns).toEqual(expected);
  });

  it('is usable after a script that failed within a transaction of its own', async () => {
    await expect(open.exec('begin; insert into notes values (3); insert into notes values (3)')).rejects.toThrow(
      /duplicate key/,
    );
    expect(await stored()).toEqual([{ x: 2 }]);
  });

  it('carries parameters and rows of several megabytes', async () => {
    const words = 'ünïcødé '.repeat(500_000);
    await open.db.execute(sql`insert into notes values (4, ${words})`);
    expect(await rows(open.db, sql`select words from notes where x = 4`)).toEqual([{ words }]);
    await open.db.execute(sql`delete from notes where x = 4`);
  });

  it('delivers notifications of a committed transaction to the listeners of their channel', async () => {
    const received: string[] = [];
    const one = await open.listen('news', (payload) => received.push(`one ${payload}`));
    const other = await open.listen('news', (payload) => received.push(`other ${payload}`));
    await open.db.execute(sql`select pg_notify('news', '1'), pg_notify('elsewhere', '1')`);
    await expect(
      open.db.transaction(async (tx) => {
        await tx.execute(sql`select pg_notify('news', '2')`);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await other.stop();
    await open.db.execute(sql`select pg_notify('news', '3')`);
    expect(received).toEqual(['one 1', 'other 1', 'one 3']);
    await one.stop();
  });
});

async function placed(name: string): Promise<string> {
  const dataDir = join(folder, name);
  await placeFreshEmbedded(dataDir);
  return dataDir;
}

it('ends the process when the thread of the database fails', { timeout: 60_000 }, async () => {
  const dataDir = await placed('failing');
  const script = `
    import { Worker } from 'node:worker_threads';
    import { openPglite } from ${JSON.stringify(new URL('pglite.ts', import.meta.url).href)};
    const open = await openPglite(${JSON.stringify(dataDir)});
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function () { postMessage.call(this, null); };
    setInterval(() => {}, 1000);
    void open.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, ended] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(said).toMatch(/TypeError/);
  expect(ended).toEqual([1, null]);
});
