import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPeer } from './peer-process.ts';

/** Paths of the server program and of its system tables' SQL. */
interface MariadbPrograms {
  server: string;
  tables: string[];
}

/** A temporary MariaDB on loopback. `stop` ends it and removes its files. */
interface RunningMariadb {
  port: number;
  /** An account with all privileges. */
  admin: { user: string; password: string };
  stop(): Promise<void>;
}

const ADMIN = { user: 'test_admin', password: 'test-admin-1' };
const TABLES = ['system_tables', 'performance_tables', 'system_tables_data'];

/** Finds an installed MariaDB server; undefined when there is none. */
export function findMariadb(): MariadbPrograms | undefined {
  const server = [
    '/usr/sbin/mariadbd',
    '/usr/local/sbin/mariadbd',
    '/usr/local/bin/mariadbd',
    '/usr/bin/mariadbd',
  ].find((path) => existsSync(path));
  const tables = ['/usr/share/mysql', '/usr/share/mariadb', '/usr/local/share/mysql']
    .flatMap((folder) => [join(folder, 'mysql'), join(folder, 'mariadb')])
    .map((start) => TABLES.map((name) => `${start}_${name}.sql`))
    .find((paths) => paths.every((path) => existsSync(path)));
  return server !== undefined && tables !== undefined ? { server, tables } : undefined;
}

/**
 * Starts an empty MariaDB without durable writes. The server itself creates its system tables, since mariadb-install-db needs programs of
 * the client package.
 * @param tls certificate and key in PEM; without it the server offers no TLS
 * @throws an Error with its log when it is not ready within 20 s
 */
export async function startMariadb(
  { server, tables }: MariadbPrograms,
  tls?: { cert: string; key: string },
): Promise<RunningMariadb> {
  const folder = mkdtempSync(join(tmpdir(), 'mc-mariadb-'));
  const place = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const data = join(folder, 'data');
  mkdirSync(data);
  const settings = [
    '--no-defaults',
    `--datadir=${data}`,
    '--innodb-buffer-pool-size=16M',
    '--innodb-log-file-size=8M',
    '--innodb-data-file-path=ibdata1:4M:autoextend',
    '--innodb-flush-log-at-trx-commit=0',
    '--skip-innodb-doublewrite',
    // It refuses to run as root unless told to.
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ];
  const system = tables.map((path) => readFileSync(path, 'utf8')).join('\n');
  const made = spawnSync(server, [...settings, '--bootstrap'], {
    input: `create database mysql;\nuse mysql;\nset @auth_root_socket = null;\n${system}`,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`${server} made no system tables:\n${made.stderr}`);
  const port = await freePort();
  const first =
    `create user '${ADMIN.user}'@'%' identified by '${ADMIN.password}';\n` +
    `grant all on *.* to '${ADMIN.user}'@'%' with grant option;\n`;
  const peer = await startPeer({
    program: server,
    args: [
      ...settings,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      '--skip-name-resolve',
      `--init-file=${place('first.sql', first)}`,
      ...(tls ? [`--ssl-cert=${place('cert', tls.cert)}`, `--ssl-key=${place('key', tls.key)}`] : []),
    ],
    folder,
    ready: /ready for connections/,
    signal: 'SIGKILL',
  });
  return { port, admin: ADMIN, stop: peer.stop };
}
