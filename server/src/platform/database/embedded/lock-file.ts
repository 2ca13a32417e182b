import { closeSync, ftruncateSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';

/** The holder of a folder, as recorded in its lock file. `beat` increases while the holder is alive. */
export interface Mark {
  /** Random, since process ids are not unique across machines and boots. */
  owner: string;
  /** Boot id and PID namespace that `pid` belongs to; null where the system exposes neither. */
  boot: string | null;
  namespace: string | null;
  host: string;
  pid: number;
  beat: number;
}

/** Parses a lock file; null when it is damaged. */
export function parseLockFile(text: string): Mark | null {
  try {
    const mark = JSON.parse(text) as Mark | null;
    return typeof mark?.owner === 'string' && typeof mark.pid === 'number' && typeof mark.beat === 'number'
      ? mark
      : null;
  } catch {
    return null;
  }
}

/** Creates the lock file. @returns false when one exists */
export function createLockFile(path: string, mark: Mark): boolean {
  try {
    writeFileSync(path, JSON.stringify(mark), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the folder still belongs to the owner. An unreadable file is no evidence against it. */
export function isHeld(path: string, owner: string): boolean {
  try {
    return parseLockFile(readFileSync(path, 'utf8'))?.owner === owner;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/**
 * Writes a heartbeat, recreating a deleted lock file.
 * @returns false when the folder has another owner
 */
export function writeHeartbeat(path: string, mark: Mark): boolean {
  let file: number;
  try {
    file = openSync(path, 'r+');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT' || recreateLockFile(path, mark);
  }
  try {
    const found = Buffer.alloc(2_000);
    if (parseLockFile(found.toString('utf8', 0, readSync(file, found, 0, found.length, 0)))?.owner !== mark.owner)
      return false;
    mark.beat += 1;
    // Writes to the open file, so that a lock file that replaced it is not overwritten.
    const length = writeSync(file, JSON.stringify(mark), 0);
    ftruncateSync(file, length);
    return true;
  } catch {
    // A full or failing disk: the holder continues until another mark appears.
    return true;
  } finally {
    closeSync(file);
  }
}

function recreateLockFile(path: string, mark: Mark): boolean {
  try {
    return createLockFile(path, mark) || isHeld(path, mark.owner);
  } catch {
    // The folder itself is gone, so nobody can own it.
    return true;
  }
}
