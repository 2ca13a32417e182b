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

/** Result of the work. On timeout it throws TargetFault and aborts `late`: from then on the work must not change what servers read. */
export async function withinTime<T>(timeoutMs: number, work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Silence(`No response within ${timeoutMs / 1000} s.`);
    silence.reject(error);
    late.abort(error);
  }, timeoutMs);
  try {
    return await Promise.race([work(late.signal), silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
