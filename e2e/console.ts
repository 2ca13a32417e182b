import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findTemplate } from './template-folder.ts';

const MAIN = fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url));
const COMPILED = fileURLToPath(new URL('../.cache/node', import.meta.url));
export const ADMIN = { user: 'admin', password: 'correct horse battery' };

/** A real console in a process of its own, on a folder of its own. */
export interface Console {
  url: string;
  dataDir: string;
  /** Everything the process has written so far, its log above all. */
  output(): string;
  /** Ends the process with the signal and waits for it; the folder stays. Answers its exit code, null when the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts again on the same folder and port. */
  start(): Promise<void>;
  /** Ends the process and removes the folder. */
  dispose(): Promise<void>;
}

/** Starts a console on a copy of the folder that e2e/template.ts made, with 60 tenants; resolves when it answers. */
export function startFilledConsole(settings: Record<string, string> = {}): Promise<Console> {
  const { folder } = findTemplate();
  return startIn((dataDir) => cpSync(folder, dataDir, { recursive: true }), settings);
}

/** Starts a console on an empty folder, which it fills with the sandbox fleet; resolves when it answers. */
export function startConsole(settings: Record<string, string> = {}): Promise<Console> {
  return startIn(() => {}, settings);
}

async function startIn(fill: (dataDir: string) => void, settings: Record<string, string> = {}): Promise<Console> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mc-e2e-'));
  fill(dataDir);
  let child: ChildProcess | null = null;
  let port = '0';
  let output = '';
  const self: Console = {
    url: '',
    dataDir,
    output: () => output,
    async start() {
      child = launch({
        DATA_DIR: dataDir,
        PORT: port,
        ADMIN_USER: ADMIN.user,
        ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'warn',
        // Journeys about reports ask for them.
        SANDBOX_REPORTS: 'off',
        ...settings,
      });
      child.stdout?.on('data', (part: Buffer) => (output += part.toString()));
      self.url = await addressOf(child);
      port = new URL(self.url).port;
    },
    async end(signal) {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
    async dispose() {
      await self.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await self.start();
  return self;
}

function launch(settings: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  // Each journey starts a console of its own; what the first one compiled serves the others.
  const env = { PATH, HOME, NODE_COMPILE_CACHE: COMPILED, ...settings };
  return spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The console has no output.');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const address = /answers on (http\S+)/.exec(line)?.[1];
    if (address) {
      // Keep reading, so that a full pipe never stops the console.
      child.stdout.resume();
      return address;
    }
  }
  throw new Error(`The console ended before it answered (exit code ${child.exitCode}).`);
}
