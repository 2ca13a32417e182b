import { readlinkSync, readdirSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { relative } from 'node:path';

/** Flushes below a folder, in order: a folder with its current names, a file with its size. */
export interface Flushes {
  seen: string[];
  stop(): void;
}

/** Records (and performs) every flush of this process. */
export async function noteFlushes(root: string): Promise<Flushes> {
  const any = await open(root, 'r');
  const handles = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const real = Object.getOwnPropertyDescriptor(handles, 'sync');
  const sync = real?.value as (this: FileHandle) => Promise<void>;
  const seen: string[] = [];
  const noted = function (this: FileHandle): Promise<void> {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`);
    const found = statSync(path);
    const state = found.isDirectory() ? `: ${readdirSync(path).toSorted().join(' ')}` : ` ${found.size} bytes`;
    seen.push(`${relative(root, path) || '.'}${state}`);
    return sync.call(this);
  };
  Object.defineProperty(handles, 'sync', { ...real, value: noted });
  return { seen, stop: () => void (real && Object.defineProperty(handles, 'sync', real)) };
}
