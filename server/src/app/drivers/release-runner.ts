import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLocalRunner } from '../../ports/release-runner/local-driver.ts';
import type { ConfiguredCommand, ReleaseRunner } from '../../ports/release-runner/port.ts';
import { readCommandEnv, type Env } from '../settings/env.ts';
import { hasSandbox } from './sandbox.ts';

const SANDBOX_SEED = fileURLToPath(new URL('../../../../sandbox/src/seed-tenant.ts', import.meta.url));

export function openRunner(env: Env, dataDir: string): ReleaseRunner {
  return createLocalRunner({ env: readCommandEnv(env.COMMAND_ENV), seed: seedCommand(env, dataDir) });
}

function seedCommand(env: Env, dataDir: string): ConfiguredCommand | null {
  if (env.SEED_COMMAND !== undefined) return { argv: env.SEED_COMMAND, cwd: dataDir };
  if (!hasSandbox(env)) return null;
  const folder = join(dataDir, 'sandbox', 'seeds');
  return { argv: [process.execPath, SANDBOX_SEED, '--tenant={tenant}', `--out=${folder}`], cwd: dataDir };
}
