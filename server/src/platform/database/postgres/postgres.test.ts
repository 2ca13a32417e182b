import { sql, type SQL } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findPostgres, startPostgres } from '../../../ports/testing/postgresql.ts';
import { requirePeers } from '../../../ports/testing/require-peers.ts';
import { startTcpProxy } from '../../../ports/testing/tcp-proxy.ts';
import { createLog } from '../../log/log.ts';
import { setClosingStatement, rows, type OpenDatabase, type Transaction } from '../database.ts';
import { pipelined } from '../transaction.ts';
import { createConnectionPool } from './connection-pool.ts';
import { isDatabaseDown, isOutcomeUnknown } from './database-down.ts';
import { openPostgres } from './postgres.ts';

const programs = findPostgres();
requirePeers('Broken connections are not tested', programs === undefined ? 'PostgreSQL is not installed' : undefined);

const itemTable = pgTable('items', { id: integer('id').primaryKey() });
const CONNECTIONS = 3;
const NO_FAILURE = 'It did not fail.';
const quick = { connections: CONNECTIONS, checkoutMs: 400, statementMs: 500 };

describe.skipIf(!programs)('a PostgreSQL whose connections break', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let direct: OpenDatabase;
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
  let open: OpenDatabase;
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
    direct = openPostgres(postgres.url, createLog('silent'));
    await direct.exec('create table items (id integer primary key); create sequence counter');
  });
  afterAll(async () => {
    await direct.close();
    await postgres.stop();
  });
  beforeEach(async () => {
    await direct.db.execute(sql`truncate items cascade`);
    proxy = await startTcpProxy(postgres.port);
    open = openPostgres(postgres.url.replace(`:${postgres.port}`, `:${proxy.port}`), createLog('silent'), { quick });
  });
  afterEach(async () => {
    await open.close();
    await proxy.close();
  });

  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => new Error(NO_FAILURE),
      (error: unknown) => error,
    );
  const add = (id: number) => open.db.transaction((tx) => tx.execute(sql`insert into items values (${id})`));
  const items = () => rows<{ id: number }>(direct.db, sql`select id from items order by id`);
  const lockIsAwaited = async () =>
    (await rows(direct.db, sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)).length > 0;
  /** The server continues with what it received from a connection that was cut. */
  const itemsBecome = (expected: { id: number }[]) => vi.waitFor(async () => expect(await items()).toEqual(expected));
  /** No connection is checked out or waited for. */
  const expectAllBack = async () => {
    const { total, idle, waiting } = open.pools()['quick'] ?? { total: -1, idle: -2, waiting: -3 };
    expect({ idle, waiting }).toEqual({ idle: total, waiting: 0 });
  };

  it('disables JIT compilation, which takes longer than most statements', async () => {
    expect(await rows(open.db, sql`show jit`)).toEqual([{ jit: 'off' }]);
  });

  it('returns the connection to the pool when BEGIN fails, however often', async () => {
    for (let times = 0; times <= CONNECTIONS; times += 1) {
      proxy.cutAt('begin', { received: false });
      expect(isDatabaseDown(await failureOf(add(1)))).toBe(true);
      await expectAllBack();
    }
    await add(1);
    expect(await items()).toEqual([{ id: 1 }]);
  });

  it('sends reads with BEGIN until the first other statement, which waits for its response', async () => {
    await add(1);
    // A sequence also counts for a transaction that is rolled back.
    const next = sql<number>`nextval('counter')::integer`;
    const counted = async () =>
      (
        await rows<{ n: number }>(
          direct.db,
          sql`select (case when is_called then last_value else 0 end)::integer as n from counter`,
        )
      )[0]?.n;
    const read = (tx: Transaction) => tx.select({ id: itemTable.id, next }).from(itemTable);
    const write = (tx: Transaction) => tx.execute(sql`insert into items values (${next})`);
    expect(await counted()).toBe(0);
    proxy.cutAt('begin', { received: true });
    const begun = open.db.transaction((tx) => pipelined(read(tx), read(tx), write(tx), read(tx)));
    expect(isDatabaseDown(await failureOf(begun))).toBe(true);
    await vi.waitFor(async () => expect(await counted()).toBe(2));
    proxy.cutAt('begin', { received: true });
    expect(isDatabaseDown(await failureOf(open.db.transaction((tx) => write(tx))))).toBe(true);
    await expectAllBack();
    expect(await counted()).toBe(2);
  });

  it('executes statements that are sent together in their order', async () => {
    const found = await open.db.transaction((tx) => {
      const read = () => tx.select().from(itemTable);
      return pipelined(read(), tx.insert(itemTable).values({ id: 1 }), read());
    });
    expect([found[0], found[2]]).toEqual([[], [{ id: 1 }]]);
  });

  it('survives the server closing a checked-out connection between statements', async () => {
    const failed = await failureOf(
      open.db.transaction(async (tx) => {
        const [own] = await rows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
        const ended = sql`select pg_terminate_backend(${own?.pid}, 5000)`;
        await direct.db.execute(ended);
        await tx.execute(sql`insert into items values (1)`);
      }),
    );
    expect(isDatabaseDown(failed)).toBe(true);
    await expectAllBack();
    await add(2);
    expect(await items()).toEqual([{ id: 2 }]);
  });

  it.each([
    ['a statement', () => open.db.execute(sql`insert into items values (1)`)],
    ['a transaction', () => add(1)],
    ['a script', () => open.bossDb.executeSql('insert into items values (1)', [])],
  ])('reports itself down when %s is cut, and recovers', async (_what, run) => {
    proxy.cutAt('insert into items', { received: false });
    expect(isDatabaseDown(await failureOf(run()))).toBe(true);
    await expectAllBack();
    await run();
    expect(await items()).toEqual([{ id: 1 }]);
  });

  it('reports an unknown outcome when the response to a commit is lost', async () => {
    proxy.cutAt('commit', { received: true });
    const failed = await failureOf(add(1));
    expect(isOutcomeUnknown(failed)).toBe(true);
    await itemsBecome([{ id: 1 }]);
    proxy.cutAt('commit', { received: false });
    expect(isOutcomeUnknown(await failureOf(add(2)))).toBe(true);
    await expectAllBack();
    expect(await items()).toEqual([{ id: 1 }]);
  });

  it('reports a plain failure when the server rejects the commit', async () => {
    await direct.exec(`create table late (id integer references items deferrable initially deferred)`);
    const failed = await failureOf(open.db.transaction((tx) => tx.execute(sql`insert into late values (7)`)));
    expect([isOutcomeUnknown(failed), isDatabaseDown(failed)]).toEqual([false, false]);
    expect(failed).toMatchObject({ code: '23503' });
    await expectAllBack();
  });

  describe('the closing statement of a transaction', () => {
    const close = (closing: SQL) =>
      open.db.transaction(async (tx) => {
        await tx.execute(sql`insert into items values (1)`);
        setClosingStatement(tx, closing);
      });

    it('is sent with the commit: its locks are released without another round trip', async () => {
      proxy.cutAt('insert into items values (2)', { received: true });
      expect(isOutcomeUnknown(await failureOf(close(sql`insert into items values (2)`)))).toBe(true);
      await itemsBecome([{ id: 1 }, { id: 2 }]);
      await expectAllBack();
    });

    it('leaves nothing behind when it does not arrive', async () => {
      proxy.cutAt('insert into items values (2)', { received: false });
      expect(isOutcomeUnknown(await failureOf(close(sql`insert into items values (2)`)))).toBe(true);
      await expectAllBack();
      expect(await items()).toEqual([]);
    });

    it('rolls the transaction back when it is rejected, and keeps the connection', async () => {
      const failed = await failureOf(close(sql`insert into items values (1)`));
      expect([isOutcomeUnknown(failed), isDatabaseDown(failed)]).toEqual([false, false]);
      expect(failed).toMatchObject({ code: '23505' });
      expect(open.pools()['quick']).toEqual({ total: 1, idle: 1, waiting: 0 });
      expect(await items()).toEqual([]);
      await close(sql`insert into items values (2)`);
      expect(await items()).toEqual([{ id: 1 }, { id: 2 }]);
    });
  });

  it('fails a transaction in which an error was swallowed, since PostgreSQL rolls it back', async () => {
    const swallowing = open.db.transaction(async (tx) => {
      await tx.execute(sql`insert into items values (1)`);
      await failureOf(Promise.resolve(tx.execute(sql`insert into nowhere values (1)`)));
    });
    await expect(swallowing).rejects.toThrow(/was not committed/);
    expect(await items()).toEqual([]);
  });

  it('keeps a connection whose statement was rejected, with its transaction rolled back', async () => {
    await add(1);
    await expect(add(1)).rejects.toThrow();
    expect(open.pools()['quick']).toEqual({ total: 1, idle: 1, waiting: 0 });
    await add(2);
    expect(await items()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('applies the time limits when the database hangs: to running, queued and later statements', async () => {
    await add(1);
    proxy.freeze();
    const many = Array.from({ length: 3 * CONNECTIONS }, (_, index) => failureOf(add(10 + index)));
    expect((await Promise.all(many)).map(isDatabaseDown)).not.toContain(false);
    expect(isDatabaseDown(await failureOf(open.ping()))).toBe(true);
    await expectAllBack();
    proxy.thaw();
    await expect.poll(() => failureOf(open.ping()), { timeout: 15_000 }).toMatchObject({ message: NO_FAILURE });
    await add(2);
    expect(await items()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('does not reuse connections that went silent together with a detected one', async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, () => open.db.execute(sql`select pg_sleep(0.1)`)));
    expect(open.pools()['quick']).toEqual({ total: CONNECTIONS, idle: CONNECTIONS, waiting: 0 });
    proxy.freezeOpen();
    expect(isDatabaseDown(await failureOf(add(1)))).toBe(true);
    for (let id = 1; id <= CONNECTIONS + 1; id += 1) await add(id);
    expect(await items()).toHaveLength(CONNECTIONS + 1);
  });

  it('leaves connections for reads, and rejects nobody, when many callers change one row', async () => {
    await add(1);
    const hold = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = direct.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from items where id = 1 for update`);
      locked.resolve();
      await hold.promise;
    });
    await locked.promise;
    const writers = Array.from({ length: 10 * CONNECTIONS }, () =>
      open.db.transaction((tx) => tx.execute(sql`update items set id = id where id = 1`)),
    );
    // All have started, and some are waiting for the row.
    await open.ping();
    await open.ping();
    hold.resolve();
    await holder;
    expect(await Promise.all(writers)).toHaveLength(10 * CONNECTIONS);
    await expectAllBack();
  });

  it('makes the server give up before the client, which could not use the connection again', async () => {
    const setting = async (name: string) =>
      Object.values((await rows<Record<string, string>>(open.db, sql.raw(`show ${name}`)))[0] ?? {});
    expect(await setting('statement_timeout')).toEqual(['300ms']);
    expect(await setting('idle_in_transaction_session_timeout')).toEqual(['30s']);
  });

  it('gives up waiting for a connection when all of them stay busy', async () => {
    const narrow = openPostgres(postgres.url, createLog('silent'), {
      quick: { connections: 1, checkoutMs: 50, statementMs: 15_000 },
    });
    const hold = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = direct.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(7)`);
      locked.resolve();
      await hold.promise;
    });
    await locked.promise;
    // Connecting may take longer than the checkout: the connection has to be there first.
    await vi.waitUntil(
      () =>
        narrow.ping().then(
          () => true,
          () => false,
        ),
      { timeout: 15_000 },
    );
    const busy = narrow.db.execute(sql`select pg_advisory_xact_lock(7)`).then(() => 'done');
    await vi.waitUntil(lockIsAwaited, { timeout: 15_000 });
    expect(isDatabaseDown(await failureOf(narrow.ping()))).toBe(true);
    hold.resolve();
    await Promise.all([holder, busy]);
    await narrow.close();
  });

  it('closes a connection that did not respond, even without a liveness check', async () => {
    const limits = { connections: 1, checkoutMs: 5_000, statementMs: 500 };
    const url = postgres.url.replace(`:${postgres.port}`, `:${proxy.port}`);
    const pool = createConnectionPool(url, limits, createLog('silent'), null);
    await pool.query('select 1');
    proxy.freezeOpen();
    expect(isDatabaseDown(await failureOf(pool.query('select 1')))).toBe(true);
    await pool.query('select 1');
    await pool.close();
  });

  it('closes the connection of a failed script, which may be in the middle of a transaction', async () => {
    await expect(open.exec('begin; select 1 / 0')).rejects.toThrow(/division by zero/);
    await open.withLongTimeouts(async () => void (await open.db.execute(sql`select 1`)));
  });

  it('runs one start at a time', async () => {
    const order: string[] = [];
    const hold = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = direct.exclusively(async () => {
      begun.resolve();
      await hold.promise;
      order.push('first');
    });
    await begun.promise;
    const second = open.exclusively(async () => void order.push('second'));
    await vi.waitUntil(async () => order.length > 0 || (await lockIsAwaited()), { timeout: 15_000 });
    hold.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('lets slow statements of background work run, and cancels those of interactive requests', async () => {
    const slow = () => open.db.execute(sql`select pg_sleep(0.8)`);
    expect(isDatabaseDown(await failureOf(Promise.resolve(slow())))).toBe(true);
    await open.withLongTimeouts(async () => void (await slow()));
    await open.withLongTimeouts(() =>
      open.db.transaction(async (tx) => void (await tx.execute(sql`select pg_sleep(0.8)`))),
    );
    expect(open.pools()['patient']).toEqual({ total: 1, idle: 1, waiting: 0 });
  });
});
