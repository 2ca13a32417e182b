import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../platform/errors.ts';
import type { Execute, Target } from '../../../ports/release-files.ts';
import type { RunWork } from '../../runs/public.ts';

/** Time for a step to clean up before it is left behind. */
const GRACE_MS = 2_000;

interface Patience {
  limitMs: number;
  /** False for steps that also restore the servers of an aborted run. */
  endsOnAbort?: boolean;
}

/** The last step of each place. */
const turns = new Map<string, Promise<void>>();

/**
 * Does a step on the files of a place. One that hangs, as on a mounted folder whose server is gone, cannot be interrupted: it is left
 * behind at the limit and when the run is aborted, and the next step of the place waits for it, so that the last one wins.
 * @throws AppError('target_failed') naming the server at the limit, and the reason when the run is aborted
 */
export async function onServer<T>(
  run: RunWork,
  { host, path }: Target,
  { limitMs, endsOnAbort = true }: Patience,
  step: (execute: Execute) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(limitMs);
  const stop = endsOnAbort ? AbortSignal.any([limit, run.signal]) : limit;
  stop.throwIfAborted();
  // A command observes the abort itself, and is stopped before the run ends.
  let command: Promise<unknown> = Promise.resolve();
  const execute: Execute = async (argv, cwd) => void (await (command = run.command(argv, { cwd, echo: false })));
  const left = Promise.withResolvers<never>();
  const leave = async (): Promise<void> => {
    await command.catch(() => undefined);
    await pause(GRACE_MS, undefined, { ref: false });
    left.reject(
      new AppError('target_failed', `${host} did not complete a step on its files. Check whether it responds.`),
    );
  };
  stop.addEventListener('abort', () => void leave(), { once: true });
  const place = `${host}/${path}`;
  const work = (turns.get(place) ?? Promise.resolve()).then(() => {
    // Its run may have ended while it waited.
    stop.throwIfAborted();
    return step(execute);
  });
  turns.set(place, work.then(settled, settled));
  return Promise.race([work, left.promise]).catch((error: unknown) => {
    if (stop.aborted && error instanceof AppError) run.write(`  ${error.message}\n`);
    throw error;
  });
}

const settled = (): void => undefined;
