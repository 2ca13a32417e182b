import { open } from 'node:fs/promises';

/** Flushes a folder, so that renames, creations and removals in it survive a power failure. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
