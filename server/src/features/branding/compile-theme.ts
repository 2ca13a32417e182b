import { Worker } from 'node:worker_threads';
import { AppError } from '../../platform/errors.ts';

/** Sources by path, the entry file, and its variables as CSS values. */
export interface Theme {
  files: Readonly<Record<string, string>>;
  entry: string;
  variables: Readonly<Record<string, string>>;
}

/** `notes`: output of the theme's @warn and @debug. */
export type CompileResult = { css: string; notes: string[] } | { fault: string; notes: string[] };

const MEMORY_MB = 256;
const TIMEOUT_MS = 20_000;
const MAX_CSS_LENGTH = 2 * 1024 * 1024;

/**
 * Compiles a theme in its own thread, so that an endless or memory-hungry theme cannot harm the server.
 * @throws AppError('refused') with the reason
 */
export async function compileTheme(theme: Theme, timeoutMs = TIMEOUT_MS): Promise<{ css: string; notes: string[] }> {
  const worker = new Worker(new URL('./compile-worker.ts', import.meta.url), {
    workerData: theme,
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<CompileResult>();
  const timer = setTimeout(() => reject(refused(`it takes longer than ${timeoutMs / 1000} s`)), timeoutMs);
  worker.once('message', resolve);
  worker.once('error', (error) => reject(refused('it needs too much memory or stops the compiler', error)));
  worker.once('exit', () => reject(refused('the compiler ended early')));
  try {
    const result = await promise;
    if ('fault' in result) throw refused(result.fault);
    if (result.css.length > MAX_CSS_LENGTH) throw refused('its style sheet is too large');
    return result;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const refused = (why: string, cause?: unknown): AppError =>
  new AppError('refused', `The theme cannot be compiled: ${why}`, { cause });
