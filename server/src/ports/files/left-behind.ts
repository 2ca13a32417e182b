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
  const own = stagedName(randomUUID());
  await writeFile(join(root, own), '', { flag: 'wx', mode: 0o600 });
  try {
    const { mtimeMs: now } = await lstat(join(root, own));
    let removed = 0;
    for (const { name, parentPath } of waiting) {
      const path = join(parentPath, name);
      const modifiedMs = await lstat(path).then(
        (one) => (alone ? 0 : one.mtimeMs),
        () => now,
      );
      const files = [
        { name: own, modifiedMs: now },
        { name, modifiedMs },
      ];
      for (const left of leftBehind(files, own)) {
        await rm(join(parentPath, left), { force: true });
        removed += 1;
      }
    }
    return removed;
  } finally {
    await rm(join(root, own), { force: true });
  }
}
