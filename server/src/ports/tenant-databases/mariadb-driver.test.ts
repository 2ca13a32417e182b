import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../testing/certificate.ts';
import { findMariadb, startMariadb } from '../testing/mariadb.ts';
import { requirePeers } from '../testing/require-peers.ts';
import { createDatabaseServers } from './database-servers.ts';
import { databasesSuite } from './databases-suite.ts';
import { failuresSuite } from './failures-suite.ts';
import type { ServerSettings } from './port.ts';

type Running = Awaited<ReturnType<typeof startMariadb>>;

const programs = findMariadb();
const certificate = makeCertificate('localhost');
const missing =
  programs === undefined ? 'no MariaDB is installed' : certificate === undefined ? 'openssl is missing' : undefined;
requirePeers('The MariaDB driver is not tested', missing);

const PASSWORD = 'canary-5f0c';
const [first, second] = [
  { name: 'eu-db-01', endpoint: '' },
  { name: 'eu-db-02', endpoint: '' },
];
/** The second one offers no TLS. */
let running: [Running, Running];
beforeAll(async () => {
  if (!programs || missing) return;
  running = await Promise.all([startMariadb(programs, certificate), startMariadb(programs)]);
  for (const at of running) {
    await ask(at, `create user console@'%' identified by '${PASSWORD}'`);
    await ask(at, "grant create on `tenant\\_%`.* to console@'%'");
    await ask(at, `create user reader@'%' identified by '${PASSWORD}'`);
  }
});
afterAll(async () => {
  for (const at of running ?? []) await at.stop();
});

const connect = ({ port, admin }: Running, database = 'mysql'): Promise<Connection> =>
  createConnection({ host: '127.0.0.1', port, ...admin, database });

/** Runs a statement as administrator. */
async function ask(at: Running, statement: string, database?: string): Promise<RowDataPacket[]> {
  const connection = await connect(at, database);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(statement);
    return rows;
  } finally {
    await connection.end();
  }
}

const settings = (): ServerSettings => ({
  engine: 'mariadb',
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
  'MariaDB',
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
  'MariaDB',
  () => ({
    settings: settings(),
    plainPort: running[1].port,
    hold: async () => {
      const holder = await connect(running[0]);
      await holder.query('flush tables with read lock');
      return () => holder.end();
    },
  }),
  missing,
);

describe.skipIf(missing)('a MariaDB server', () => {
  it('gets databases for text in every language, whatever its default character set', async () => {
    await ask(running[0], 'set global character_set_server = latin1');
    await through().create(first, 'tenant_6_strive');
    const found = await ask(running[0], 'show create database tenant_6_strive');
    expect(found[0]?.['Create Database']).toMatch(/CHARACTER SET utf8mb4 /);
  });

  it('lists only databases of tenants, including those created by others', async () => {
    await ask(running[0], 'create database tenant_5_insight');
    await ask(running[0], 'create database tenant_5_insight_copy');
    await ask(running[0], "grant select on tenant_5_insight.* to reader@'%'");
    await through({ user: 'reader' }).create(first, 'tenant_5_insight');
    const listed = (await through().list(first)).filter((name) => name.startsWith('tenant_5_'));
    expect(listed).toEqual(['tenant_5_insight']);
  });

  it('reports its active connections as load, without its own', async () => {
    await expect.poll(() => through().load(first)).toBe(0);
    const busy = await connect(running[0]);
    await busy.query("select get_lock('busy', 0)");
    const waits = ask(running[0], "select get_lock('busy', 60)");
    await expect.poll(() => through().load(first)).toBe(1);
    await busy.end();
    await waits;
    await expect.poll(() => through().load(first)).toBe(0);
  });

  it('that is read-only is reported as a standby', async () => {
    await ask(running[0], 'set global read_only = on');
    const creation = through().create(first, 'tenant_10_coursepro');
    await expect(creation).rejects.toMatchObject({
      message: expect.stringMatching(/accepts no changes, like a standby\. Give the address of the primary/) as string,
    });
    await ask(running[0], 'set global read_only = off');
  });
});
