import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Clock } from '../../platform/clock.ts';
import type { Ports } from '../../ports/ports.ts';
import { createDirectoryReleases } from '../../ports/release-files/directory-driver.ts';
import { createFilePlans, readPlans } from '../../ports/release-plans/file-driver.ts';
import { createGitRepositories } from '../../ports/repositories/git-driver.ts';
import { readCommandEnv, type Env } from '../settings/env.ts';
import { hasSandbox } from './sandbox.ts';

const SANDBOX_REPOSITORIES = fileURLToPath(new URL('../../../../sandbox/src/repositories/main.ts', import.meta.url));
const runFile = promisify(execFile);

/**
 * Repositories, plans and files of releases, as configured.
 * @throws AppError listing the faults of RELEASES_FILE
 */
export async function openReleases(
  env: Env,
  dataDir: string,
  clock: Clock,
): Promise<Pick<Ports, 'repositories' | 'releasePlans' | 'releaseFiles'>> {
  const { RELEASES_FILE: file, RELEASES_DIR: folder } = env;
  if (file !== undefined) await readPlans(resolve(file));
  const releasePlans = createFilePlans(async () => {
    if (file !== undefined) return resolve(file);
    return hasSandbox(env) ? sandboxReleases(env, dataDir, clock) : null;
  });
  const { PATH: path = '/usr/bin:/bin', HOME: home = dataDir, SSH_AUTH_SOCK: sshAgent } = readCommandEnv(GIT_NEEDS);
  return {
    releasePlans,
    releaseFiles: createDirectoryReleases({ root: folder === undefined ? join(dataDir, 'releases') : resolve(folder) }),
    repositories: createGitRepositories({
      folder: join(dataDir, 'repositories'),
      address: releasePlans.repository,
      environment: { path, home, sshAgent },
    }),
  };
}

const GIT_NEEDS = ['PATH', 'HOME', 'SSH_AUTH_SOCK'];

/** Creates the sandbox's repositories once; the first request for a release or branch waits for it. */
async function sandboxReleases(env: Env, dataDir: string, clock: Clock): Promise<string> {
  const folder = join(dataDir, 'sandbox', `repositories-${env.SANDBOX_SEED}`);
  const file = join(folder, 'releases.json');
  if (existsSync(file)) return file;
  const today = clock.now().toISOString().slice(0, 10);
  const args = ['--seed', String(env.SANDBOX_SEED), '--today', today, '--out', folder];
  // Ignores the git settings of the user who starts the console.
  const git = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  await runFile(process.execPath, [SANDBOX_REPOSITORIES, ...args], { env: { ...readCommandEnv(GIT_NEEDS), ...git } });
  return file;
}
