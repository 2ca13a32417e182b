import { createLog } from '../platform/log/log.ts';
import { safeMessage } from '../platform/log/serialize-error.ts';
import { findMisspelt, readEnv, type Env } from './settings/env.ts';
import { startServer, type RunningServer } from './start-server.ts';
import { endOnUncaught } from './uncaught.ts';

const SECOND_SIGNAL_EXIT = 130;

let env: Env;
try {
  env = readEnv();
  for (const { name, meant } of findMisspelt(env))
    process.stderr.write(`${name} is no setting of the console and is ignored; ${meant} was probably meant.\n`);
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
endOnUncaught(createLog(env.LOG_LEVEL), () => stopping || stop(1));

try {
  server = await startServer(env);
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
