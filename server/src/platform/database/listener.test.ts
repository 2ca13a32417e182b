import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { findPostgres, startPostgres } from '../../ports/testing/postgresql.ts';
import { startTcpProxy } from '../../ports/testing/tcp-proxy.ts';
import { createLog } from '../log/log.ts';
import { startListener, type Listener } from './listener.ts';

const programs = findPostgres();
if (!programs) process.stderr.write('A silent listening connection is not tested: PostgreSQL is not installed.\n');

describe.skipIf(!programs)('listening for announcements', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
  let admin: pg.Client;
  let listener: Listener;
  let heard: string[];
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
    admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await postgres.stop();
  });
  const start = async (beatMs: number): Promise<void> => {
    const url = postgres.url.replace(`:${postgres.port}`, `:${proxy.port}`);
    const onPayload = (payload: string): void => void heard.push(payload);
    listener = await startListener({ url, channel: 'live', onPayload, log: createLog('silent'), beatMs, echoMs: 400 });
  };
  beforeEach(async () => {
    heard = [];
    proxy = await startTcpProxy(postgres.port);
  });
  afterEach(async () => {
    await listener.stop();
    await proxy.close();
  });
  const announce = (payload: string) => admin.query('select pg_notify($1, $2)', ['live', payload]);
  const patience = { timeout: 15_000 };

  it('hears what is announced, and of its own beats nothing', async () => {
    await start(20);
    const provenAt = () => performance.now() - (listener.provenMsAgo() ?? Infinity);
    const first = provenAt();
    expect(listener.hears()).toBe(true);
    await expect.poll(() => provenAt() > first + 1, patience).toBe(true);
    await announce('something');
    await expect.poll(() => heard, patience).toEqual(['something']);
  });

  it('notices that its connection has fallen silent, connects again, and says that something may have been missed', async () => {
    await start(50);
    proxy.freezeOpen();
    await expect.poll(() => listener.hears(), patience).toBe(false);
    await expect.poll(() => heard, patience).toEqual(['']);
    expect(listener.hears()).toBe(true);
    await announce('something');
    await expect.poll(() => heard, patience).toEqual(['', 'something']);
  });

  it('notices that its connection answers and does not listen any more', async () => {
    await start(50);
    // What a pooler between the two does that lends its connections to others.
    proxy.inject('unlisten *');
    await expect.poll(() => heard, patience).toEqual(['']);
  });

  it('says at once that it does not hear when its connection is cut, until it has another one', async () => {
    await start(60_000);
    proxy.freeze();
    proxy.cut();
    await expect.poll(() => listener.hears(), patience).toBe(false);
    await announce('lost');
    proxy.thaw();
    await expect.poll(() => heard, patience).toEqual(['']);
    expect(listener.hears()).toBe(true);
  });

  it('begins to hear when the database comes later than it', async () => {
    proxy.freeze();
    await start(60_000);
    expect([listener.hears(), listener.provenMsAgo()]).toEqual([false, null]);
    proxy.thaw();
    await expect.poll(() => listener.hears(), patience).toBe(true);
    expect(heard).toEqual(['']);
  });
});
