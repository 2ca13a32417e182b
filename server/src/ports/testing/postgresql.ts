import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort, startPeer } from './peer-process.ts';

/** A temporary PostgreSQL on loopback. `stop` ends it and removes its files. */
interface RunningPostgres {
  port: number;
  /** As superuser `postgres`, the only user without a password. */
  url: string;
  /** Its data folder; a copy can be started if nothing was written since a checkpoint. */
  data: string;
  /** Ends it like `pg_ctl stop`: `fast` or `immediate`. */
  end(mode: 'fast' | 'immediate'): Promise<void>;
  /** Restarts it after `end`, on the same port and files. */
  start(): Promise<void>;
  /** Signals it and all its connection processes. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void;
  stop(): Promise<void>;
}

/** The program folder of an installed PostgreSQL, preferring Debian's newest; undefined when there is none. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = spawnSync('/bin/sh', ['-c', 'command -v initdb'], { encoding: 'utf8' }).stdout.trim();
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(found === '' ? [] : [dirname(realpathSync(found))]),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** PostgreSQL refuses to run as root, so root starts it as the user of its package. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const HBA = 'local all all trust\nhost all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n';

interface PostgresOptions {
  /** Certificate and key in PEM; without them the server offers no TLS. */
  tls?: { cert: string; key: string };
  /** Starts on a copy of another server's files instead of an empty folder. */
  copyOf?: string;
}

/**
 * Starts a PostgreSQL without durable writes, using the programs in `programs`.
 * @throws an Error with its log when it is not ready within 20 s
 */
export async function startPostgres(programs: string, { tls, copyOf }: PostgresOptions = {}): Promise<RunningPostgres> {
  const user = owner();
  const folder = mkdtempSync(join(tmpdir(), 'mc-postgres-'));
  const place = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  };
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  if (copyOf === undefined) {
    const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    execFileSync(join(programs, 'initdb'), ['-D', data, ...options], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } else {
    execFileSync('cp', ['-a', copyOf, data]);
    rmSync(join(data, 'postmaster.pid'), { force: true });
  }
  const port = await freePort();
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'max_connections=200',
    'listen_addresses=127.0.0.1',
    `hba_file=${place('hba', HBA)}`,
    ...(tls ? ['ssl=on', `ssl_cert_file=${place('cert', tls.cert)}`, `ssl_key_file=${place('key', tls.key)}`] : []),
  ];
  const launch = () =>
    startPeer({
      program: join(programs, 'postgres'),
      args: ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
      folder,
      ready: /database system is ready to accept connections/,
      signal: 'SIGQUIT',
      user,
    });
  let peer = await launch();
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    data,
    end: (mode) => peer.end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    start: async () => void (peer = await launch()),
    signalAll: (signal) => [peer.pid, ...childrenOf(peer.pid)].forEach((pid) => process.kill(pid, signal)),
    stop: () => peer.stop(),
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
