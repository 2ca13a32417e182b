import { AppError } from '../../../platform/errors.ts';
import type { Step, Target } from '../../../ports/release-files.ts';
import type { RunWork } from '../../runs/public.ts';

/** Time for a command to end after it was told to: until it is killed, and for its group to be gone. */
const COMMAND_END_MS = 10_000;
/** Time for a step to clean up before it is abandoned. */
const GRACE_MS = 2_000;

interface StepLimits {
  limitMs: number;
  /** False for steps that also restore the servers of an aborted run. */
  endsOnAbort?: boolean;
}

/** The last step of each place; the next one waits for it. */
const lastSteps = new Map<string, Promise<void>>();

/**
 * Does a step on the files of a place. One that hangs, as on a mounted folder whose server is gone, cannot be interrupted: it is
 * abandoned at the limit and when the run is aborted, and may change nothing any more, since other processes do not wait for it. The next
 * step of the place in this process does.
 * @throws AppError('target_failed') naming the server at the limit, and the reason when the run is aborted
 */
export async function onServer<T>(
  run: RunWork,
  { host, path }: Target,
  { limitMs, endsOnAbort = true }: StepLimits,
  step: (how: Step) => Promise<T>,
): Promise<T> {
  const late = new AppError(
    'target_failed',
    `${host} did not complete a step on its files. Check whether it responds.`,
  );
  const limit = new AbortController();
  const signal = endsOnAbort ? AbortSignal.any([limit.signal, run.signal]) : limit.signal;
  signal.throwIfAborted();
  const timer = setTimeout(() => limit.abort(late), limitMs);
  // The run does not end before its command, unless that cannot be killed either.
  let command: Promise<unknown> = Promise.resolve();
  const execute: Step['execute'] = async (argv, cwd) =>
    void (await (command = run.command(argv, { cwd, signal, echo: false })));
  const left = Promise.withResolvers<never>();
  const giveUp = async (): Promise<void> => {
    await Promise.race([command.catch(() => undefined), pause(COMMAND_END_MS)]);
    await pause(GRACE_MS);
    left.reject(late);
  };
  const onAbort = (): void => void giveUp();
  signal.addEventListener('abort', onAbort, { once: true });
  const place = `${host}/${path}`;
  const work = (lastSteps.get(place) ?? Promise.resolve()).then(() => {
    // Its run may have ended while it waited.
    signal.throwIfAborted();
    return step({ execute, signal });
  });
  lastSteps.set(place, work.then(settled, settled));
  return Promise.race([work, left.promise])
    .catch((error: unknown) => {
      if (signal.aborted && error instanceof AppError) run.write(`  ${error.message}\n`);
      throw error;
    })
    .finally(() => {
      clearTimeout(timer);
      // While it has a listener, Node keeps a composite signal for the life of the process.
      signal.removeEventListener('abort', onAbort);
    });
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

const settled = (): void => undefined;
