import type { TargetOutcome } from './port.ts';
import { TargetFault } from './target-path.ts';

/** Runs one step on a server; errors become an outcome with the message from `faultOf`. */
export async function outcomeOf(
  host: string,
  faultOf: (error: unknown) => string,
  work: () => Promise<void>,
): Promise<TargetOutcome> {
  try {
    await work();
    return { host, ok: true };
  } catch (error) {
    return { host, ok: false, error: faultOf(error), ...(error instanceof Silence && { silent: true }) };
  }
}

class Silence extends TargetFault {}

/** Result of the work. Throws TargetFault on timeout; `onLate` may then cancel the work. */
export async function withinTime<T>(timeoutMs: number, work: () => Promise<T>, onLate?: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Silence(`No response within ${timeoutMs / 1000} s.`));
      onLate?.();
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
