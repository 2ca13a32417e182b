import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leftBehind, stagedName } from '../config-publishing/target-path.ts';

/**
 * Removes partial files left by processes that were killed while writing. Returns their number.
 * @param alone no other process can be writing; otherwise only files an hour old by the disk's own clock are known to be orphaned
 */
export async function dropLeftBehind(root: string, { alone }: { alone: boolean }): Promise<number> {
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const waiting = found.filter((entry) => entry.isFile() && entry.name.startsWith('.tmp.'));
  if (waiting.length === 0) return 0;
  const fresh = stagedName(randomUUID());
  await writeFile(join(root, fresh), '', { flag: 'wx', mode: 0o600 });
  try {
    const { mtimeMs: now } = await lstat(join(root, fresh));
    const timeOf = (path: string): Promise<number> =>
      lstat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => now,
      );
    let removed = 0;
    for (const { name, parentPath } of waiting) {
      const path = join(parentPath, name);
      const file = { name, modifiedMs: alone ? 0 : await timeOf(path) };
      if (leftBehind([{ name: fresh, modifiedMs: now }, file], fresh).length === 0) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  } finally {
    await rm(join(root, fresh), { force: true });
  }
}
