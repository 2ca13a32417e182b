import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../audit/tables.ts';
import { findAuditFault } from '../audit/verify.ts';
import { createJobQueue, type JobQueue } from '../jobs/boss.ts';
import { createLog } from '../log/log.ts';
import { openFreshEmbedded } from '../testing/fresh-database.ts';
import { createTestCtx, type TestCtx } from '../testing/test-ctx.ts';
import { rows, type Db, type OpenDatabase } from './database.ts';
import { openPglite } from './embedded/pglite.ts';
import { moveDatabase } from './move.ts';
import { inTransaction } from './transaction.ts';

const log = createLog('silent');

async function withQueue(open: OpenDatabase, names: string[], work: (queue: JobQueue) => Promise<void>): Promise<void> {
  const queue = createJobQueue(open, log, false);
  await queue.prepare(names.map((name) => ({ name, timed: true, run: async () => undefined })));
  await work(queue);
  await queue.stop(0);
}

let t: TestCtx;
let source: OpenDatabase;
let target: OpenDatabase;
beforeEach(async () => {
  [source, target] = [await openFreshEmbedded(), await openPglite(null)];
  t = await createTestCtx();
  for (const open of [source, target]) await withQueue(open, [], async () => undefined);
});
afterEach(async () => {
  for (const { close } of [source, target, t]) await close();
});

const move = (faultOf: (db: Db) => Promise<string | null> = async () => null) =>
  moveDatabase(source, target, { onTable: () => undefined, faultOf });
const tablesOf = async ({ db }: OpenDatabase) =>
  (
    await rows<{ name: string }>(
      db,
      sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
  ).map(({ name }) => name);
const contentOf = async ({ db }: OpenDatabase, table: string) =>
  rows(db, sql`select one::text as row from ${sql.identifier(table)} one order by 1`);

/** Records a change, as the console does. */
const change = (name: string) =>
  inTransaction({ ...t, db: source.db }, async ({ record }) =>
    record({ action: 'test.changed', subject: name, after: { name }, topics: [] }),
  );

describe('moving a database', () => {
  it('copies every row of every table, sequences, waiting jobs and tenants’ schemas; the audit stays intact and continues', async () => {
    await source.db.execute(
      sql`insert into regions (name, description) values ('eu', ${'Zürich\t"quoted"\n\\ \u2028 {x}'})`,
    );
    await source.db.execute(sql`insert into regions (name, description) values ('gone', '')`);
    await source.db.execute(sql`delete from regions where name = 'gone'`);
    for (const name of ['first', 'second', 'ünïcode']) await change(name);
    await source.db.execute(sql`create schema tenant_1`);
    await source.db.execute(sql`comment on schema tenant_1 is 'mission-control it''s'`);
    await withQueue(source, ['test.later'], (queue) =>
      queue.send(source.db, 'test.later', { tenant: 7 }, { at: new Date('2030-01-01T00:00:00.123Z') }),
    );

    await move((db) => findAuditFault(db));
    expect(await tablesOf(target)).toEqual(await tablesOf(source));
    for (const table of (await tablesOf(source)).filter((name) => name !== 'schema_migrations'))
      expect(await contentOf(target, table), table).toEqual(await contentOf(source, table));
    const jobs = ({ db }: OpenDatabase) =>
      rows(db, sql`select id, name, data, start_after from "jobs"."job" order by id`);
    expect(await jobs(target)).toEqual(await jobs(source));
    expect(await jobs(target)).toHaveLength(1);
    const [schema] = await rows(
      target.db,
      sql`select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = 'tenant_1'`,
    );
    expect(schema).toEqual({ comment: "mission-control it's" });
    // Ids are never reused, even though the row with the highest one was deleted.
    const [next] = await rows<{ id: number }>(
      target.db,
      sql`insert into regions (name, description) values ('next', '') returning id`,
    );
    expect(next?.id).toBe(3);
    await inTransaction({ ...t, db: target.db }, async ({ record }) =>
      record({ action: 'test.changed', subject: 'after', after: null, topics: [] }),
    );
    expect(await findAuditFault(target.db)).toBeNull();
  });

  it('leaves an empty target when the copy has a fault, and can be repeated', async () => {
    await change('first');
    await source.db.update(auditEvents).set({ subject: 'forged' });
    await expect(move((db) => findAuditFault(db))).rejects.toThrow(/^Nothing was moved: .*1/);
    expect(await tablesOf(target)).toEqual([]);
    await source.db.update(auditEvents).set({ subject: 'first' });
    await move((db) => findAuditFault(db));
    await expect(move()).rejects.toThrow('The target is not empty: it has the table');
  });

  it('refuses a target with any table, or with jobs', async () => {
    await target.exec('create table their_own (id integer)');
    await expect(move()).rejects.toThrow('it has the table their_own');
    await target.exec('drop table their_own');
    await withQueue(target, ['other'], (queue) => queue.send(target.db, 'other', {}));
    await expect(move()).rejects.toThrow('its job queue has jobs');
  });
});
