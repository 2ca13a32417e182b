import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { roomyFolder } from '../../scripts/roomy-folder.ts';
import { startHosted } from './hosted-console.ts';
import { findTemplate } from './template-folder.ts';

const MAIN = fileURLToPath(new URL('../../server/src/app/main.ts', import.meta.url));
/** Of the template, and of consoles on a copy of it: with another number, each start would generate another fleet first. */
export const FLEET = { SANDBOX_TENANTS: '60' };
const COMPILED = fileURLToPath(new URL('../../.cache/node', import.meta.url));
export const ADMIN = { user: 'admin', password: 'correct horse battery' };

/** A real console with its own data folder. */
export interface HostedConsole {
  url: string;
  dataDir: string;
  /** Stops the console and removes the folder. */
  dispose(): Promise<void>;
}

/** A console in its own process. */
export interface Console extends HostedConsole {
  /** All output of the process so far, mainly its log. */
  output(): string;
  /** Sends the signal and waits for the exit; keeps the folder. Returns the exit code, or null if the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Restarts on the same folder and port. */
  start(): Promise<void>;
}

/**
 * Starts a console with 60 tenants on a copy of the folder made by e2e/support/template.ts; resolves when it is ready. The
 * consoles of a worker start in one process, because loading the modules again would take three times as long.
 */
export async function startHostedConsole(settings: Record<string, string> = {}): Promise<HostedConsole> {
  const dataDir = copyTemplate();
  const { url, stop } = await startHosted(processEnv(), { ...settingsOf(dataDir), ...FLEET, ...settings }).catch(
    (error: unknown) => {
      remove(dataDir);
      throw error;
    },
  );
  return {
    url,
    dataDir,
    async dispose() {
      try {
        await stop();
      } finally {
        remove(dataDir);
      }
    },
  };
}

/** Like `startHostedConsole`, in its own process: for journeys that kill it or read its output. The settings are read at each start. */
export function startFilledConsole(settings: Record<string, string> = {}): Promise<Console> {
  return startIn(copyTemplate(), settings, FLEET);
}

/** Starts a console in its own process on an empty folder, which it fills with the sandbox fleet; resolves when it is ready. */
export function startConsole(settings: Record<string, string> = {}): Promise<Console> {
  return startIn(newFolder(), settings);
}

const newFolder = (): string => mkdtempSync(join(roomyFolder(), 'mc-e2e-'));

function copyTemplate(): string {
  const dataDir = newFolder();
  cpSync(findTemplate().folder, dataDir, { recursive: true });
  return dataDir;
}

const remove = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true });

function settingsOf(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_USER: ADMIN.user,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
    // Enabled by journeys about reports.
    SANDBOX_REPORTS: 'off',
    // Enabled by journeys about history.
    SANDBOX_HISTORY: 'off',
  };
}

async function startIn(
  dataDir: string,
  settings: Record<string, string>,
  fleet: Record<string, string> = {},
): Promise<Console> {
  let child: ChildProcess | null = null;
  let port = '0';
  let output = '';
  const self: Console = {
    url: '',
    dataDir,
    output: () => output,
    async start() {
      child = launch({ ...settingsOf(dataDir), ...fleet, PORT: port, ...settings });
      child.stdout?.on('data', (part: Buffer) => (output += part.toString()));
      self.url = await waitForLine(child, /answers on (http\S+)/);
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
      remove(dataDir);
    },
  };
  try {
    await self.start();
  } catch (error) {
    await self.dispose();
    throw error;
  }
  return self;
}

/** Shares compiled code between processes. */
const processEnv = (): NodeJS.ProcessEnv => {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE: COMPILED };
};

function launch(settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [MAIN], {
    env: { ...processEnv(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Starts a worker on a console's folder and database, in its own process; resolves when it is running. */
export async function startWorker(dataDir: string, settings: Record<string, string>): Promise<ChildProcess> {
  const worker = { DATA_DIR: dataDir, ADMIN_PASSWORD: ADMIN.password, PROCESS: 'worker' };
  const child = launch({ LOG_LEVEL: 'warn', ...settings, ...worker });
  await waitForLine(child, /works as a worker/);
  return child;
}

/** Waits for a line that a process prints; returns the first group of the pattern. @throws when the process ends first */
async function waitForLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('The process has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const found = pattern.exec(line);
    if (!found) continue;
    // Keep reading, so that a full pipe does not block the process.
    child.stdout.resume();
    return found[1] ?? '';
  }
  throw new Error(`The process ended before it was ready (exit code ${child.exitCode}).`);
}
