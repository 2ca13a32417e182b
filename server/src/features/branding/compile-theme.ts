import { Worker } from 'node:worker_threads';
import { AppError } from '../../platform/errors.ts';

/** What is compiled: sources by their path, the one to begin with, and the variables it gets as CSS values. */
export interface Theme {
  files: Readonly<Record<string, string>>;
  entry: string;
  variables: Readonly<Record<string, string>>;
}

/** `notes`: what the theme's @warn and @debug said. */
export type CompileResult = { css: string; notes: string[] } | { fault: string; notes: string[] };

const MEMORY_MB = 256;
const TIMEOUT_MS = 20_000;
/** Longer style sheets are no theme. */
const LONGEST_CSS = 2 * 1024 * 1024;

/**
 * Compiles a theme in a thread of its own, which ends with it: a theme that never ends or fills the memory ends alone.
 * @throws AppError('refused') with what is wrong with the theme
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
  const late = setTimeout(() => reject(refused(`it takes longer than ${timeoutMs / 1000} s`)), timeoutMs);
  worker.once('message', resolve);
  worker.once('error', (error) => reject(refused('it needs too much memory or stops the compiler', error)));
  worker.once('exit', () => reject(refused('the compiler ended early')));
  try {
    const result = await promise;
    if ('fault' in result) throw refused(result.fault);
    if (result.css.length > LONGEST_CSS) throw refused('its style sheet is too large');
    return result;
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}

const refused = (why: string, cause?: unknown): AppError =>
  new AppError('refused', `The theme cannot be compiled: ${why}`, { cause });
