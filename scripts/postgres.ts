import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A throwaway PostgreSQL on loopback. `stop` ends it and removes its files. */
export interface RunningPostgres {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The folder of the programs of an installed PostgreSQL, the newest one of Debian's first; undefined when there is none. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => {
      const program = join(folder, 'initdb');
      return existsSync(program) ? dirname(realpathSync(program)) : folder;
    }),
  ];
  return folders.find((folder) => ['initdb', 'postgres', 'pg_isready'].every((name) => existsSync(join(folder, name))));
}

/** PostgreSQL refuses to run as root, so root starts it as the user that its package made. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts an empty PostgreSQL with the programs in `programs`, without waiting for the disk: what it holds may be lost.
 * @throws an Error with its log when it is not ready within 20 s.
 */
export async function startPostgres(programs: string): Promise<RunningPostgres> {
  const user = owner();
  const folder = mkdtempSync(join(tmpdir(), 'mc-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await freePort();
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'listen_addresses=127.0.0.1'];
  const log = openSync(join(folder, 'log'), 'a');
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: folder, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const kill = () => void server.kill('SIGQUIT');
  process.once('exit', kill);
  const stop = async () => {
    process.removeListener('exit', kill);
    if (server.exitCode === null) kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 200 && server.exitCode === null; attempt += 1) {
    if (isReady(programs, port)) return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
    await wait(100);
  }
  const said = readFileSync(join(folder, 'log'), 'utf8');
  await stop();
  throw new Error(`PostgreSQL of ${programs} did not start:\n${said}`);
}

function isReady(programs: string, port: number): boolean {
  try {
    execFileSync(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
