import { closeSync, ftruncateSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';

/** Who holds a folder, as its lock file says. `beat` rises while the holder lives. */
export interface Mark {
  /** Random, so that no two processes are taken for each other, whatever their ids are. */
  owner: string;
  /** The boot of the machine and the namespace of process ids that `pid` belongs to; null where the system tells neither. */
  boot: string | null;
  namespace: string | null;
  host: string;
  pid: number;
  beat: number;
}

/** The mark of a lock file; null when it is damaged. */
export function parseMark(text: string): Mark | null {
  try {
    const mark = JSON.parse(text) as Mark | null;
    return typeof mark?.owner === 'string' && typeof mark.pid === 'number' && typeof mark.beat === 'number'
      ? mark
      : null;
  } catch {
    return null;
  }
}

/** Writes the first mark. @returns false when there is a lock file already */
export function placeMark(path: string, mark: Mark): boolean {
  try {
    writeFileSync(path, JSON.stringify(mark), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the folder still belongs to the owner. A file that cannot be read now proves nothing against it. */
export function isHeld(path: string, owner: string): boolean {
  try {
    return parseMark(readFileSync(path, 'utf8'))?.owner === owner;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/**
 * Shows that the owner lives. A lock file that was deleted is made again.
 * @returns false when the folder belongs to somebody else now
 */
export function beat(path: string, mark: Mark): boolean {
  let file: number;
  try {
    file = openSync(path, 'r+');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT' || placeAgain(path, mark);
  }
  try {
    const found = Buffer.alloc(2_000);
    if (parseMark(found.toString('utf8', 0, readSync(file, found, 0, found.length, 0)))?.owner !== mark.owner)
      return false;
    mark.beat += 1;
    // In the same file: whoever has put another one in its place meanwhile is not overwritten.
    const length = writeSync(file, JSON.stringify(mark), 0);
    ftruncateSync(file, length);
    return true;
  } catch {
    // A full or failing disk: the holder goes on until somebody else's mark is there.
    return true;
  } finally {
    closeSync(file);
  }
}

function placeAgain(path: string, mark: Mark): boolean {
  try {
    return placeMark(path, mark) || isHeld(path, mark.owner);
  } catch {
    // The folder itself is gone: nobody can have it.
    return true;
  }
}
