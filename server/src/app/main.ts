import { createLog, type Log } from '../platform/log/log.ts';
import { safeMessage } from '../platform/log/serialize-error.ts';
import { findMisspelt, readEnv, type Env } from './settings/env.ts';
import { openDatabase } from './drivers/open-database.ts';
import type { RunningServer } from './start-server.ts';

const SECOND_SIGNAL_EXIT = 130;

/**
 * Sends unhandled errors through the log, which omits statement values, instead of printing them; then shuts the process down cleanly,
 * because its state is unknown (R22). Later ones are only logged.
 * @param end starts the shutdown; called for each error
 */
function endOnUncaught(log: Log, end: () => void): void {
  const handle = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    // A thrown non-error may be anything, including a secret.
    const err = error instanceof Error ? error : new Error(safeMessage(error));
    log.fatal({ err, origin }, 'an error was not handled; the process ends');
    end();
  };
  process.on('uncaughtException', handle);
  // Handled separately: as an uncaught exception, a non-error reason would be wrapped in an error whose message quotes it.
  process.on('unhandledRejection', (reason) => handle(reason, 'unhandledRejection'));
}

let env: Env;
try {
  env = readEnv();
  for (const { name, meant } of findMisspelt(env))
    process.stderr.write(`${name} is not a setting of the console and is ignored; did you mean ${meant}?\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

let server: RunningServer | null = null;
let stopping = false;
/** Shuts down and exits with this code, or with 1 when the shutdown fails. */
function stop(code: number): void {
  stopping = true;
  void Promise.resolve(server?.stop()).then(
    () => process.exit(code),
    () => process.exit(1),
  );
}
const log = createLog(env.LOG_LEVEL);
endOnUncaught(log, () => stopping || stop(1));

try {
  const opening = openDatabase(env, log);
  // `startServer` awaits it and rethrows the error.
  opening.catch(() => undefined);
  // Loading the program takes seconds; meanwhile the embedded database opens in its own thread.
  const { startServer } = await import('./start-server.ts');
  server = await startServer(env, opening);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(SECOND_SIGNAL_EXIT);
      stop(0);
    });
  }
  const { address } = server;
  // Last, so that a process waiting for this line can stop the console properly.
  process.stdout.write(`Mission Control ${address === null ? 'works as a worker' : `answers on ${address}`}\n`);
} catch (error) {
  process.stderr.write(`Mission Control could not start: ${safeMessage(error)}\n`);
  process.exit(1);
}
