import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { findPostgres, startPostgres } from '../../../ports/testing/postgresql.ts';
import { requirePeers } from '../../../ports/testing/require-peers.ts';
import { startTcpProxy } from '../../../ports/testing/tcp-proxy.ts';
import { createLog } from '../../log/log.ts';
import { startListener, type Listener } from './listener.ts';

const programs = findPostgres();
requirePeers(
  'A silent listening connection is not tested',
  programs === undefined ? 'PostgreSQL is not installed' : undefined,
);

describe.skipIf(!programs)('listening for announcements', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
  let admin: pg.Client;
  let listener: Listener;
  let received: string[];
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
    const onPayload = (payload: string): void => void received.push(payload);
    listener = await startListener({ url, channel: 'live', onPayload, log: createLog('silent'), beatMs, echoMs: 400 });
  };
  beforeEach(async () => {
    received = [];
    proxy = await startTcpProxy(postgres.port);
  });
  afterEach(async () => {
    await listener.stop();
    await proxy.close();
  });
  const announce = (payload: string) => admin.query('select pg_notify($1, $2)', ['live', payload]);
  const options = { timeout: 15_000 };

  it('receives notifications and hides its own heartbeats', async () => {
    await start(20);
    const provenAt = () => performance.now() - (listener.lastProofMsAgo() ?? Infinity);
    const first = provenAt();
    expect(listener.isListening()).toBe(true);
    await expect.poll(() => provenAt() > first + 1, options).toBe(true);
    await announce('something');
    await expect.poll(() => received, options).toEqual(['something']);
  });

  it('notices a silent connection, reconnects, and reports that notifications may have been missed', async () => {
    await start(50);
    proxy.freezeOpen();
    await expect.poll(() => listener.isListening(), options).toBe(false);
    await expect.poll(() => received, options).toEqual(['']);
    expect(listener.isListening()).toBe(true);
    await announce('something');
    await expect.poll(() => received, options).toEqual(['', 'something']);
  });

  it('notices a connection that responds but no longer listens', async () => {
    await start(50);
    // As with a pooler in between that lends its connections to others.
    proxy.inject('unlisten *');
    await expect.poll(() => received, options).toEqual(['']);
  });

  it('reports immediately that it is not listening when its connection is cut, until it has reconnected', async () => {
    await start(60_000);
    proxy.freeze();
    proxy.cut();
    await expect.poll(() => listener.isListening(), options).toBe(false);
    await announce('lost');
    proxy.thaw();
    await expect.poll(() => received, options).toEqual(['']);
    expect(listener.isListening()).toBe(true);
  });

  it('starts listening when the database comes up later', async () => {
    proxy.freeze();
    await start(60_000);
    expect([listener.isListening(), listener.lastProofMsAgo()]).toEqual([false, null]);
    proxy.thaw();
    await expect.poll(() => listener.isListening(), options).toBe(true);
    expect(received).toEqual(['']);
  });
});
