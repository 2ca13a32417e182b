import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';

const START_MS = 20_000;
const MAX_LOG = 50_000;

/** A server started for a test. `stop` ends it and removes its folder; `end` keeps the folder. */
export interface PeerProcess {
  pid: number;
  end(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

interface PeerStart {
  program: string;
  args: string[];
  /** Folder of all its files; removed at the end. */
  folder: string;
  /** Printed when it is ready. */
  ready: RegExp;
  /** Terminates it immediately. */
  signal: 'SIGQUIT' | 'SIGKILL';
  user?: { uid: number; gid: number } | undefined;
}

/**
 * Starts a program and resolves when it is ready.
 * @throws an Error with its output when it exits first or is not ready within 20 s
 */
export async function startPeer({ program, args, folder, ready, signal, user }: PeerStart): Promise<PeerProcess> {
  const child = spawn(program, args, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = () => void child.kill(signal);
  process.once('exit', kill);
  const end = async (how: NodeJS.Signals) => {
    process.removeListener('exit', kill);
    child.kill(how);
    await ended;
  };
  const stop = async () => {
    await end(signal);
    rmSync(folder, { recursive: true, force: true });
  };
  let said = '';
  const isReady = await new Promise<boolean>((resolve) => {
    const late = setTimeout(() => resolve(false), START_MS);
    const finish = (answer: boolean) => {
      clearTimeout(late);
      resolve(answer);
    };
    const hear = (text: string) => {
      // Keeps reading, so that a full pipe never blocks it.
      if (said.length < MAX_LOG) said += text;
      if (ready.test(said)) finish(true);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    void ended.then(() => finish(false));
  });
  if (isReady) return { pid: child.pid ?? 0, end, stop };
  await stop();
  throw new Error(`${program} did not start:\n${said}`);
}

/** A free port on loopback. */
export function freePort(): Promise<number> {
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
