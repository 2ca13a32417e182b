import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../testing/certificate.ts';
import { findPostgres, startPostgres } from '../testing/postgresql.ts';
import { requirePeers } from '../testing/require-peers.ts';
import { createDatabaseServers } from './database-servers.ts';
import { databasesSuite } from './databases-suite.ts';
import { failuresSuite } from './failures-suite.ts';
import type { ServerSettings } from './port.ts';

type Running = Awaited<ReturnType<typeof startPostgres>>;

const programs = findPostgres();
const certificate = makeCertificate('localhost');
const missing =
  programs === undefined ? 'no PostgreSQL is installed' : certificate === undefined ? 'openssl is missing' : undefined;
requirePeers('The PostgreSQL driver is not tested', missing);

const PASSWORD = 'canary-5f0c';
const [first, second] = [
  { name: 'eu-db-01', endpoint: '' },
  { name: 'eu-db-02', endpoint: '' },
];
/** The second one offers no TLS. */
let running: [Running, Running];
beforeAll(async () => {
  if (missing) return;
  const start = async (tls?: typeof certificate): Promise<Running> => startPostgres(programs ?? '', tls && { tls });
  running = await Promise.all([start(certificate), start()]);
  for (const at of running) {
    await ask(at, `create role console login createdb password '${PASSWORD}'`);
    await ask(at, 'grant pg_read_all_stats to console');
    await ask(at, `create role reader login password '${PASSWORD}'`);
  }
});
afterAll(async () => {
  for (const at of running ?? []) await at.stop();
});

async function connect(at: Running, database = 'postgres'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: at.url.replace(/postgres$/, database) });
  await client.connect();
  return client;
}

/** Runs a statement as superuser. */
async function ask(at: Running, statement: string, database?: string): Promise<Record<string, unknown>[]> {
  const client = await connect(at, database);
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

const settings = (): ServerSettings => ({
  engine: 'postgresql',
  host: 'localhost',
  port: running[0].port,
  user: 'console',
  password: PASSWORD,
  tls: { ca: certificate?.cert ?? '' },
});
const through = (more: Partial<ServerSettings> = {}) => {
  const plain = { ...settings(), port: running[1].port, tls: null };
  const both = new Map([
    [first.name, { ...settings(), ...more }],
    [second.name, plain],
  ]);
  return createDatabaseServers(both, 10_000);
};
const of = ({ name }: { name: string }) => running[name === first.name ? 0 : 1];

databasesSuite(
  'PostgreSQL',
  async () => ({
    databases: through(),
    servers: [first, second],
    write: async (server, name, text) => {
      await ask(of(server), `create table notes as select '${text}' as text`, name);
    },
    read: async (server, name) => String((await ask(of(server), 'select text from notes', name))[0]?.['text']),
    close: () => undefined,
  }),
  missing,
);

failuresSuite(
  'PostgreSQL',
  () => ({
    settings: settings(),
    plainPort: running[1].port,
    hold: async () => {
      const holder = await connect(running[0]);
      await holder.query('begin');
      await holder.query('lock table pg_database in share mode');
      return () => holder.end();
    },
  }),
  missing,
);

describe.skipIf(missing)('a PostgreSQL server', () => {
  it('gets databases for text in every language, even while its template is in use', async () => {
    const user = await connect(running[0], 'template1');
    await through().create(first, 'tenant_6_strive');
    await user.end();
    const code = "select pg_encoding_to_char(encoding) as code from pg_database where datname = 'tenant_6_strive'";
    expect(await ask(running[0], code)).toEqual([{ code: 'UTF8' }]);
  });

  it('lists only databases of tenants, including those created by others', async () => {
    await ask(running[0], 'create database tenant_5_insight');
    await ask(running[0], 'create database tenant_5_insight_copy');
    await through({ user: 'reader' }).create(first, 'tenant_5_insight');
    const listed = (await through().list(first)).filter((name) => name.startsWith('tenant_5_'));
    expect(listed).toEqual(['tenant_5_insight']);
  });

  it('reports its active connections as load, without its own', async () => {
    await expect.poll(() => through().load(first)).toBe(0);
    const busy = await connect(running[0]);
    await busy.query('select pg_advisory_lock(1)');
    const waits = ask(running[0], 'select pg_advisory_lock(1)');
    await expect.poll(() => through().load(first)).toBe(1);
    await busy.end();
    await waits;
    await expect.poll(() => through().load(first)).toBe(0);
  });

  it('keeps no connection after a call, whether it succeeded or failed', async () => {
    await through().list(first);
    await expect(through().create(first, 'tenant_0')).rejects.toThrow();
    const ours = "select pid from pg_stat_activity where application_name = 'mission-control'";
    await expect.poll(() => ask(running[0], ours)).toEqual([]);
  });

  it('that hides the activity of other users is not reported as idle', async () => {
    await expect(through({ user: 'reader' }).load(first)).rejects.toMatchObject({
      code: 'target_failed',
      message: expect.stringMatching(/Grant it pg_read_all_stats\./) as string,
    });
  });
});
