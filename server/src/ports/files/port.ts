import type { Buffer } from 'node:buffer';

/**
 * Files for the public: logos and generated branding. A path is made from ids, hashes and fixed names only, `/`-separated, e.g.
 * `branding/1042/current.json`; its ending says what the file is.
 *
 * Errors: AppError('target_failed') when the store does not take or give a file, in words without folders and keys.
 */
export interface Files {
  /** Stores a file, in place of an earlier one; a reader sees the old or the new one whole. */
  put(path: string, content: Buffer): Promise<void>;
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer | null>;
  /** Takes a file away; absent is fine. */
  remove(path: string): Promise<void>;
  /** The address at which anybody reads the file: a whole one, or a path on the console's own address. */
  addressOf(path: string): string;
}
