import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Makes a folder that is there whole or not at all; of several processes that make it at once, the first one's is taken. */
export async function makeFolderOnce(folder: string, fill: (fresh: string) => Promise<unknown>): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const fresh = await mkdtemp(`${folder}.new-`);
  try {
    await fill(fresh);
    await rename(fresh, folder);
    await removeOthers(folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** What killed processes left; whoever still fills one finds that the folder is made. */
async function removeOthers(folder: string): Promise<void> {
  const left = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.new-`));
  for (const name of left) await rm(join(dirname(folder), name), { recursive: true, force: true });
}

/**
 * Takes away the lock in the folder that git complains about in `stderr`, when it is older than any command lives: one that was
 * killed has left it.
 */
export async function removeLeftLock(folder: string, stderr: string, longestMs: number): Promise<void> {
  const lock = /Unable to create '([^'\n]+\.lock)': File exists/.exec(stderr)?.[1];
  if (!lock?.startsWith(`${folder}/`) || lock.includes('/../')) return;
  const [left, now] = await Promise.all([stat(lock).catch(() => null), timeOf(folder)]);
  if (left !== null && now - left.mtimeMs > longestMs) await rm(lock, { force: true });
}

/** The time by the clock of the file system, which several machines may share. */
async function timeOf(folder: string): Promise<number> {
  const probe = await mkdtemp(join(folder, 'clock-'));
  try {
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}
