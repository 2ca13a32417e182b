import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './peer-process.ts';

const program = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd'].find((path) => existsSync(path));

/** Why tests have no OpenSSH server; undefined when there is one. */
export const noOpenssh =
  program === undefined ? 'no OpenSSH server is installed (Debian: apt-get install openssh-server)' : undefined;

/** A temporary OpenSSH server on loopback with SFTP for the current user. */
export interface OpensshServer {
  readonly port: number;
  readonly user: string;
  /** File with the private key it accepts. */
  readonly privateKeyFile: string;
  /** Its host key in pinning format: `ssh-ed25519 AAAA...`. */
  hostKey(): string;
  /** Replaces the host key from the next start on. */
  changeHostKey(): void;
  /** Kills it and all its connections. */
  kill(): Promise<void>;
  /** Closes its connections but keeps accepting new ones. */
  dropConnections(): void;
  /** Restarts it on the same port with these options. */
  start(options?: OpensshOptions): Promise<void>;
  /** Number of open connections. */
  connections(): number;
  /** Suspends it and all its connections, so that they stay open without responding. */
  pause(): void;
  resume(): void;
  /** Stops it and removes its files. */
  stop(): Promise<void>;
}

export interface OpensshOptions {
  /** All writes to files fail. */
  noWriting?: boolean;
  /** SFTP extensions to disable, e.g. `posix-rename`. */
  without?: string[];
}

/** Starts a server as the current user. */
export async function startOpenssh(options: OpensshOptions = {}): Promise<OpensshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mc-sshd-'));
  const at = (name: string) => join(folder, name);
  makeKey(at('host'));
  makeKey(at('user'));
  const port = await freePort();
  writeFileSync(at('sshd_config'), configOf(folder, port));
  // A server started by root needs this folder, which the package's service normally creates.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  let running = await launch(at('sshd_config'), options);
  const kill = async () => {
    signalAll(running.pid, 'SIGKILL');
    await running.ended;
  };
  return {
    port,
    user: userInfo().username,
    privateKeyFile: at('user'),
    hostKey: () => readFileSync(at('host.pub'), 'utf8').trim(),
    changeHostKey: () => {
      rmSync(at('host'));
      makeKey(at('host'));
    },
    kill,
    dropConnections: () => {
      for (const child of childrenOf(running.pid)) signalAll(child, 'SIGKILL');
    },
    start: async (changed) => void (running = await launch(at('sshd_config'), changed ?? options)),
    connections: () => childrenOf(running.pid).length,
    pause: () => signalAll(running.pid, 'SIGSTOP'),
    resume: () => signalAll(running.pid, 'SIGCONT'),
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an Ed25519 key without a passphrase in `path` and `path.pub`. */
export function makeKey(path: string): void {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path]);
}

function configOf(folder: string, port: number): string {
  const settings = {
    ListenAddress: '127.0.0.1',
    Port: port,
    HostKey: join(folder, 'host'),
    AuthorizedKeysFile: join(folder, 'user.pub'),
    PidFile: 'none',
    StrictModes: 'no',
    UsePAM: needsPam() ? 'yes' : 'no',
    UseDNS: 'no',
    PermitRootLogin: 'prohibit-password',
    PasswordAuthentication: 'no',
    KbdInteractiveAuthentication: 'no',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');
}

/** Without PAM the server rejects accounts without a password, and its own account when it cannot read the shadow file. */
function needsPam(): boolean {
  if (!existsSync('/etc/pam.d/sshd')) return false;
  return process.getuid?.() !== 0 || /^root:!/m.test(readFileSync('/etc/shadow', 'utf8'));
}

interface Launched {
  pid: number;
  ended: Promise<void>;
}

/** Resolves when it is listening. @throws an Error with its log when it exits instead */
async function launch(config: string, { noWriting = false, without = [] }: OpensshOptions): Promise<Launched> {
  const denied = without.length > 0 ? ` -P ${without.join(',')}` : '';
  const command = [program ?? 'sshd', '-D', '-e', '-f', config, '-o', `Subsystem=sftp internal-sftp${denied}`];
  // Ignoring the signal turns the limit into a write error.
  const limited = ['/bin/sh', '-c', `trap '' XFSZ; ulimit -f 0; exec "$@"`, 'sh', ...command];
  const [file = '', ...args] = noWriting ? limited : command;
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new Error('sshd could not be started.');
  const endWithUs = () => signalAll(pid, 'SIGKILL');
  process.once('exit', endWithUs);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.removeListener('exit', endWithUs);
      resolve();
    });
  });
  await listening(child);
  return { pid, ended };
}

function listening(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`sshd did not start:\n${said}`)));
    child.stderr?.on('data', (data) => {
      said += String(data);
      if (said.includes('Server listening on')) resolve();
    });
  });
}

/** A server has one process per connection, each in its own session: parents are signalled first, so that none is forked meanwhile. */
function signalAll(pid: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  const children = childrenOf(pid);
  try {
    process.kill(pid, signal);
  } catch {
    // It has already exited.
  }
  for (const child of new Set([...children, ...childrenOf(pid)])) signalAll(child, signal);
}

function childrenOf(pid: number): number[] {
  return parentsOfAll().flatMap(({ child, parent }) => (parent === pid ? [child] : []));
}

/** All processes with their parents. Minimal Linux systems have no ps, other systems have no /proc. */
function parentsOfAll(): { child: number; parent: number }[] {
  if (!existsSync('/proc/self/stat')) {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return table.split('\n').map((line) => {
      const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
      return { child, parent };
    });
  }
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.flatMap((number) => {
    try {
      // The program name, in parentheses, may contain anything; state and parent follow.
      const [, parent] = /.*\) \S (\d+) /s.exec(readFileSync(`/proc/${number}/stat`, 'utf8')) ?? [];
      return [{ child: Number(number), parent: Number(parent) }];
    } catch {
      // It exited meanwhile.
      return [];
    }
  });
}
