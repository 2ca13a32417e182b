import { safeMessage } from '../platform/log/serialize-error.ts';
import { findMisspelt, readEnv, type Env } from './env.ts';
import { startServer } from './start-server.ts';

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

try {
  const server = await startServer(env);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(SECOND_SIGNAL_EXIT);
      stopping = true;
      void server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  const { address } = server;
  // Last, so that whoever waits for it can end the process properly.
  process.stdout.write(`Mission Control ${address === null ? 'works as a worker' : `answers on ${address}`}\n`);
} catch (error) {
  process.stderr.write(`Mission Control could not start: ${safeMessage(error)}\n`);
  process.exit(1);
}
