import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The process that holds a lock; the start time tells a recycled pid from the same process. */
interface Holder {
  pid: number;
  started: string;
}

/**
 * Takes the directory for this process: two processes on one PGlite directory silently lose each other's rows.
 * A lock left by a dead process is taken over.
 * @returns a function that gives the directory back.
 * @throws an Error that says what to do when a living process holds it.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'lock.json');
  const mine = JSON.stringify({ pid: process.pid, started: startTime(process.pid) ?? '' } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      writeFileSync(path, mine, { flag: 'wx' });
      return () => {
        if (readText(path) === mine) rmSync(path, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = readText(path);
    const holder = found === null ? null : parseHolder(found);
    if (holder && isAlive(holder)) {
      throw new Error(
        `${directory} is in use by process ${holder.pid}. Stop that process, or give this one its own DATA_DIR, or use PostgreSQL (DATABASE_URL) for several processes.`,
      );
    }
    if (found !== null) removeStale(path, found);
  }
  throw new Error(
    `Could not lock ${directory}: ${path} changes all the time. Look for another process that is starting there.`,
  );
}

/** Moves the lock aside only if it is still the one that was judged stale; a new owner's lock is put back. */
function removeStale(path: string, judged: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readText(aside) !== judged) renameSync(aside, path);
  else rmSync(aside, { force: true });
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function parseHolder(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Partial<Holder>;
    return typeof value.pid === 'number' && typeof value.started === 'string' ? (value as Holder) : null;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  const started = startTime(holder.pid);
  return started !== null && (started === holder.started || holder.started === '');
}

/** When the process started, as an opaque text; null when there is no such process. */
function startTime(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  try {
    if (process.platform === 'linux') {
      // Field 22 of /proc/<pid>/stat; the command in brackets may itself hold spaces.
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
