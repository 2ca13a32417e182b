import { appendFile, readFile } from 'node:fs/promises';

/** Where checkpoints of the audit are kept: append-only, outside the database. */
export interface CheckpointStore {
  append(line: string): Promise<void>;
  /** All lines, oldest first; empty before the first one. */
  read(): Promise<string[]>;
}

/** Keeps checkpoints as lines of a file. */
export function createCheckpointFile(path: string): CheckpointStore {
  return {
    append: (line) => appendFile(path, `${line}\n`, { mode: 0o600, flush: true }),
    read: async () => {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').filter((line) => line !== '');
    },
  };
}
