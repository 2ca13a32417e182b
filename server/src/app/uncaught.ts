import type { Log } from '../platform/log/log.ts';
import { safeMessage } from '../platform/log/serialize-error.ts';

/**
 * Sends unhandled errors through the log, which omits statement values, instead of printing them; then shuts the process down cleanly,
 * because its state is unknown (R22). Later ones are only logged.
 * @param end starts the shutdown; called for each error
 */
export function endOnUncaught(log: Log, end: () => void): void {
  const handle = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    // A thrown non-error may be anything, including a secret.
    const err = error instanceof Error ? error : new Error(safeMessage(error));
    log.fatal({ err, origin }, 'an error was not handled; the process ends');
    end();
  };
  process.on('uncaughtException', handle);
  // Turned into an exception, a rejection would be wrapped in a message that quotes it.
  process.on('unhandledRejection', (reason) => handle(reason, 'unhandledRejection'));
}
