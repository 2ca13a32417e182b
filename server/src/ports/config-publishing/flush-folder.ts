import { open } from 'node:fs/promises';

/** Makes a rename, a new name or one that is gone survive a power cut. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
