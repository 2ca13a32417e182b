import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findPostgres, startPostgres } from '../../ports/testing/postgresql.ts';
import { requirePeers } from '../../ports/testing/require-peers.ts';
import { startTcpProxy } from '../../ports/testing/tcp-proxy.ts';
import type { Services } from '../context.ts';
import type { OpenDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/postgres/postgres.ts';
import { holdSessionLock, PRESENCE_LOCK } from '../database/postgres/session-lock.ts';
import { ELSEWHERE, otherProcess } from '../testing/other-process.ts';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { joinProcesses } from './join.ts';
import { ownProcessIdentity } from './process-identity.ts';
import { detectDeadProcesses, lockNumber, putProcess } from './queries.ts';
import { processes } from './tables.ts';

const TIMEOUT_MS = 60_000;
const t = setUpTestCtx();
afterEach(async () => void (await t.db.delete(processes)));

const isThere = async (id: string, db = t.db): Promise<boolean> =>
  (await db.select().from(processes).where(eq(processes.id, id))).some(({ goneAt }) => goneAt === null);
const judge = (alone = false) => detectDeadProcesses(t.db, t.processId, { alone });
/** Advances the database's view of time. */
const pass = (time: string) =>
  t.db.update(processes).set({ missingSince: sql`${processes.missingSince} - ${time}::interval` });

describe('a process of this system', () => {
  it('is present while it runs and gone as soon as it ends, whatever the state of its session', async () => {
    const { processId } = await otherProcess(t);
    await judge();
    expect(await isThere(processId)).toBe(true);
    await t.db.update(processes).set({ mark: { ...ownProcessIdentity(), started: '1' } });
    await judge();
    expect(await isThere(processId)).toBe(false);
  });

  it('is gone at once if no other process can use the database', async () => {
    const { processId } = await otherProcess(t, { elsewhere: true });
    await judge(true);
    expect(await isThere(processId)).toBe(false);
  });
});

describe('a process of another system', () => {
  it('is gone after its session was missing for 2.5 s by the database clock, unless it came back', async () => {
    const { processId } = await otherProcess(t, { elsewhere: true });
    await judge();
    await pass('2400 ms');
    // It registers again by itself.
    await putProcess(t.db, processId, ELSEWHERE);
    await judge();
    expect(await isThere(processId)).toBe(true);
    await pass('2600 ms');
    await judge();
    expect(await isThere(processId)).toBe(false);
    await putProcess(t.db, processId, ELSEWHERE);
    expect(await isThere(processId)).toBe(true);
  });
});

describe('joining', () => {
  it('completes a first check and its cleanup before it resolves; leaving removes the process', async () => {
    const { processId: dead } = await otherProcess(t, { elsewhere: true });
    const seen: boolean[] = [];
    const joined = await joinProcesses(t.open, t, async () => void seen.push(await isThere(dead)));
    // The embedded database has no other processes.
    if (t.open.kind === 'embedded') expect(seen).toEqual([false]);
    expect(await isThere(t.processId)).toBe(true);
    await joined.leave();
    expect(await isThere(t.processId)).toBe(false);
  });
});

const programs = findPostgres();
requirePeers(
  'The session of a process with PostgreSQL is not tested',
  programs === undefined ? 'PostgreSQL is not installed' : undefined,
);

describe.skipIf(!programs)('the session of a process with PostgreSQL', { timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let open: OpenDatabase;
  let admin: pg.Client;
  beforeAll(async () => {
    server = await startPostgres(programs ?? '');
    open = openPostgres(server.url, t.log);
    await migrate(open.db);
    admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await admin.end();
    await open.close();
    await server.stop();
  });

  const sessions = async (number: number): Promise<number[]> => {
    const name = `mission-control process ${number}`;
    const { rows } = await admin.query<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1',
      [name],
    );
    return rows.map(({ pid }) => pid);
  };
  const judgeThere = () => detectDeadProcesses(open.db, 'me', { alone: false });
  const missing = async (id: string) =>
    (await open.db.select().from(processes).where(eq(processes.id, id)))[0]?.missingSince !== null;
  const elsewhere = async (): Promise<{ id: string; number: number; release: () => Promise<void> }> => {
    const id = randomUUID();
    await putProcess(open.db, id, ELSEWHERE);
    const number = await lockNumber(open.db, id);
    return { id, number, release: await open.hold(number) };
  };

  it('proves that the process is alive without heartbeats, and is missing once it has ended', async () => {
    const other = await elsewhere();
    await judgeThere();
    expect(await missing(other.id)).toBe(false);
    await other.release();
    while ((await sessions(other.number)).length > 0) await sleep(20);
    await judgeThere();
    expect(await missing(other.id)).toBe(true);
  });

  it('is reopened after the server closed it, and the process is no longer missing', async () => {
    const other = await elsewhere();
    const [first] = await sessions(other.number);
    await admin.query('select pg_terminate_backend($1)', [first]);
    let now: number[] = [];
    while (now.length === 0 || now.includes(first ?? 0)) {
      await sleep(20);
      now = await sessions(other.number);
    }
    let held = false;
    while (!held) {
      await judgeThere();
      held = !(await missing(other.id));
    }
    expect(await isThere(other.id, open.db)).toBe(true);
    await other.release();
  });

  it('is closed if it is released while it is being reopened', async () => {
    const other = await elsewhere();
    const [first] = await sessions(other.number);
    await admin.query('select pg_terminate_backend($1)', [first]);
    await admin.query('select pg_advisory_lock($1::int, $2::int)', [PRESENCE_LOCK, other.number]);
    const isWaiting = async (): Promise<boolean> => {
      const { rowCount } = await admin.query('select from pg_locks where not granted and objid = $1', [other.number]);
      return rowCount === 1;
    };
    while (!(await isWaiting())) await sleep(20);
    await other.release();
    await admin.query('select pg_advisory_unlock($1::int, $2::int)', [PRESENCE_LOCK, other.number]);
    await vi.waitUntil(async () => (await sessions(other.number)).length === 0, { timeout: TIMEOUT_MS });
    expect(await sessions(other.number)).toEqual([]);
  });

  describe('behind a firewall that drops its connection', () => {
    const limits = { connectMs: 300, answerMs: 300, beatMs: 20 };
    let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
    let url: string;
    beforeEach(async () => {
      proxy = await startTcpProxy(server.port);
      url = server.url.replace(`:${server.port}`, `:${proxy.port}`);
    });
    afterEach(() => proxy.close());

    it('is reopened, since its heartbeat is not answered', async () => {
      const release = await holdSessionLock(url, 4711, t.log, limits);
      const first = await sessions(4711);
      expect(first).toHaveLength(1);
      proxy.freezeOpen();
      await vi.waitUntil(async () => (await sessions(4711)).some((pid) => !first.includes(pid)), {
        timeout: TIMEOUT_MS,
      });
      await release();
    });

    it('does not hold up the start, and is opened when new connections work again', async () => {
      proxy.freeze();
      const release = await holdSessionLock(url, 4712, t.log, limits);
      expect(await sessions(4712)).toEqual([]);
      proxy.thaw();
      await vi.waitUntil(async () => (await sessions(4712)).length > 0, { timeout: TIMEOUT_MS });
      await release();
    });
  });

  it('lets two processes see each other, and corrects a wrong verdict', async () => {
    const services = (processId: string): Services => ({ ...t, db: open.db, processId });
    const one = await joinProcesses(open, services('one'), () => Promise.resolve());
    const two = await joinProcesses(open, services('two'), () => Promise.resolve());
    expect([await isThere('one', open.db), await isThere('two', open.db)]).toEqual([true, true]);
    await open.db
      .update(processes)
      .set({ goneAt: sql`clock_timestamp()` })
      .where(eq(processes.id, 'one'));
    while (!(await isThere('one', open.db))) await sleep(50);
    await Promise.all([one.leave(), two.leave()]);
    expect([await isThere('one', open.db), await isThere('two', open.db)]).toEqual([false, false]);
  });
});
