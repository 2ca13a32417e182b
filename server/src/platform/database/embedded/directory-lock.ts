import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { bootId, namespaceOf, processExists, readText } from '../../processes/process-identity.ts';
import { isHeld, parseLockFile, createLockFile, type Mark } from './lock-file.ts';

const BEAT_MS = 1_000;
/** A holder without a heartbeat for this long has lost the folder. */
const SILENT_MS = 5_000;
const POLL_MS = 100;

export interface DirectoryLock {
  mark: { path: string; owner: string };
  release(): Promise<void>;
}

/**
 * Terminates the process if the folder has another owner: nothing may be written or acknowledged then. Works in any thread.
 * @param onLost replaces the termination in tests
 */
export const assertLockHeld = ({ path, owner }: DirectoryLock['mark'], onLost = terminateProcess): void =>
  void (isHeld(path, owner) || onLost(path));

export interface LockOptions {
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * Locks the folder for this process: two processes on one PGlite folder silently lose each other's rows (0040). The holder may run in
 * another container or on another machine, so process ids prove nothing: a lock is taken over once its heartbeat has stopped.
 * @throws an Error with instructions when a live process holds the lock
 */
export async function lockDirectory(directory: string, { pause = sleep }: LockOptions = {}): Promise<DirectoryLock> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'lock.json');
  const mark = markOfThisProcess();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (createLockFile(path, mark)) return hold(path, mark);
    const found = readText(path);
    if (found === null) continue;
    const now = isGone(parseLockFile(found)) ? found : await watch(path, found, pause);
    if (now !== found) throw inUse(directory, parseLockFile(now ?? ''));
    removeStale(path, found);
  }
  throw new Error(
    `Could not lock ${directory}: ${path} keeps changing. Look for another process that is starting there.`,
  );
}

function hold(path: string, mark: Mark): DirectoryLock {
  const worker = new Worker(new URL('./directory-heartbeat.ts', import.meta.url), {
    workerData: { path, mark, everyMs: BEAT_MS },
    env: {},
    stdin: false,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  worker.unref();
  return {
    mark: { path, owner: mark.owner },
    async release() {
      await worker.terminate();
      if (isHeld(path, mark.owner)) rmSync(path, { force: true });
    },
  };
}

/** The new content of the lock file as soon as it changes, the same text if it stays silent, null if it disappears. */
async function watch(path: string, found: string, pause: (ms: number) => Promise<unknown>): Promise<string | null> {
  for (let waited = 0; waited < SILENT_MS; waited += POLL_MS) {
    await pause(POLL_MS);
    const now = readText(path);
    if (now !== found) return now;
  }
  return found;
}

/** Removes the lock only if it is still the one judged silent; otherwise restores it. */
export function removeStale(path: string, judged: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  try {
    // Never overwrites the lock of a faster process.
    if (readText(aside) !== judged) linkSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * True only when certain: the process belongs to this boot of this machine and the same PID namespace, and no longer exists. Any other
 * holder has to be watched.
 */
function isGone(mark: Mark | null): boolean {
  const { boot, namespace } = markOfThisProcess();
  if (mark === null || boot === null || namespace === null) return false;
  return mark.boot === boot && mark.namespace === namespace && !processExists(mark.pid);
}

function markOfThisProcess(): Mark {
  const namespace = namespaceOf('pid') || null;
  return { owner: randomUUID(), boot: bootId(), namespace, host: hostname(), pid: process.pid, beat: 0 };
}

function inUse(directory: string, holder: Mark | null): Error {
  const mark = markOfThisProcess();
  const here = holder?.boot === mark.boot && holder?.namespace === mark.namespace;
  const who = holder === null ? 'another process' : `process ${holder.pid}${here ? '' : ` of ${holder.host}`}`;
  return new Error(
    `${directory} is in use by ${who}. Stop that process, or give this one its own DATA_DIR, or use PostgreSQL (DATABASE_URL) for several processes.`,
  );
}

/** Terminates the process without closing the database, which would write to files that now belong to another process. */
export function terminateProcess(path: string): void {
  writeSync(2, `Mission Control is terminating: another process took over ${path} while this one was suspended.\n`);
  process.kill(process.pid, 'SIGKILL');
}
