import type { Buffer } from 'node:buffer';

/**
 * Public files: logos and generated branding. Paths consist of ids, hashes and fixed names, `/`-separated, e.g.
 * `branding/1042/current.json`; the extension determines the type.
 * Errors: AppError('target_failed') when the store fails, with a message without folders and keys.
 */
export interface Files {
  /** Stores or atomically replaces a file. */
  put(path: string, content: Buffer): Promise<void>;
  /** Null when the file does not exist. */
  read(path: string): Promise<Buffer | null>;
  /** Removes a file; a missing file is fine. */
  remove(path: string): Promise<void>;
  /** The public address of the file: absolute, or a path on the console itself. */
  addressOf(path: string): string;
}
