import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemRandom, type Clock } from '../../platform/clock.ts';
import type { Ports } from '../../ports/ports.ts';
import { createDirectoryReleases } from '../../ports/release-files.ts';
import { createFilePlans, readPlans } from '../../ports/release-plans.ts';
import { createGitRepositories } from '../../ports/repositories/git-driver.ts';
import { readCommandEnv, type Env } from '../settings/env.ts';
import { hasSandbox } from './sandbox.ts';
import { type LeisureHub, createHttpLeisureHub } from '../../ports/leisure-hub.ts';
import { siteOptions, type Sites } from './sites.ts';
import { createDirectoryPublishing } from '../../ports/config-publishing/directory-driver.ts';
import type { ConfigPublishing } from '../../ports/config-publishing/port.ts';
import { createSftpPublishing } from '../../ports/config-publishing/sftp-driver.ts';
import { readSftpServers } from '../../ports/config-publishing/sftp-servers.ts';
import { createLocalRunner, type ConfiguredCommand, type ReleaseRunner } from '../../ports/release-runner.ts';
import { createSiteClient } from '../../platform/http/site-client.ts';
import { createNotifications, type Notifications } from '../../ports/notifications.ts';
import { type Translations, createStraker, noTranslations } from '../../ports/translations.ts';

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
  const { RELEASES_FILE: file } = env;
  if (file !== undefined) await readPlans(resolve(file));
  const releasePlans = createFilePlans(async () => {
    if (file !== undefined) return resolve(file);
    return hasSandbox(env) ? sandboxReleases(env, dataDir, clock) : null;
  });
  const { PATH: path = '/usr/bin:/bin', HOME: home = dataDir, SSH_AUTH_SOCK: sshAgent } = readCommandEnv(GIT_NEEDS);
  return {
    releasePlans,
    releaseFiles: createDirectoryReleases({
      root: releasesFolder(env, dataDir),
      uniqueName: () => systemRandom.uuid(),
    }),
    repositories: createGitRepositories({
      folder: join(dataDir, 'repositories'),
      address: releasePlans.repository,
      environment: { path, home, sshAgent },
    }),
  };
}

/** Folder of the release artifacts and of the servers they are deployed to. */
export const releasesFolder = ({ RELEASES_DIR: folder }: Env, dataDir: string): string =>
  folder === undefined ? join(dataDir, 'releases') : resolve(folder);

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

/** Hosts and secret of the sandbox's stand-in. */
const SANDBOX_HUB = {
  hosts: ['*.leisurehub.sandbox.example'],
  note: 'The sandbox hub accepts the secret “sandbox”. The address it returns does not exist, so the browser will not find it.',
};

/** The configured leisure hubs; those of the sandbox run with its sites. */
export function openLeisureHub(env: Env, { client: sites }: Sites): LeisureHub {
  const hosts = env.LEISURE_HUB_HOSTS;
  if (hosts === undefined && hasSandbox(env)) return createHttpLeisureHub({ sites, ...SANDBOX_HUB });
  return createHttpLeisureHub({ sites, hosts: hosts ?? [], note: '' });
}

const TIMEOUT_MS = 10_000;
const IDLE_MS = 30_000;

/** The configured driver. `close` releases its resources. */
export interface Publishing {
  port: ConfigPublishing;
  close(): void;
}

/** @throws an Error when SFTP_SERVERS_FILE is missing or invalid */
export function openPublishing(env: Env, dataDir: string): Publishing {
  if (env.PUBLISHING === 'directory') {
    const port = createDirectoryPublishing({ root: join(dataDir, 'fleet'), timeoutMs: TIMEOUT_MS });
    return { port, close: () => undefined };
  }
  if (env.SFTP_SERVERS_FILE === undefined) throw new Error('PUBLISHING=sftp needs SFTP_SERVERS_FILE.');
  const servers = readSftpServers(env.SFTP_SERVERS_FILE);
  const port = createSftpPublishing({ servers, timeoutMs: TIMEOUT_MS, idleMs: IDLE_MS });
  return { port, close: () => port.close() };
}

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

/** Address and token of the sandbox's stand-in. */
const SANDBOX_STRAKER = { address: 'http://straker.sandbox.example', token: 'sandbox' };

/** The configured translation service; that of the sandbox runs with its sites. */
export function openTranslations(env: Env, sites: Sites): Translations {
  const { STRAKER_URL: url, STRAKER_TOKEN: token } = env;
  if (token !== undefined) {
    const client = createSiteClient(siteOptions(env));
    return createStraker({ client, address: url.replace(/\/+$/, ''), token });
  }
  return hasSandbox(env) ? createStraker({ client: sites.client, ...SANDBOX_STRAKER }) : noTranslations;
}

const MAIL_PORTS = [25, 465, 587, 2525];
const SANDBOX_MAIL = { reply: 'Kept by the sandbox: nothing leaves this machine.', refused: [] };

/** Where alerts are sent, by the rules of tenants' sites (0019); with the sandbox nothing leaves this machine. */
export function openNotifications(env: Env, sites: Sites): Notifications {
  const options = siteOptions(env);
  const mail = { ...options, ports: [...MAIL_PORTS, ...options.ports] };
  if (!hasSandbox(env)) return createNotifications(createSiteClient(options), mail);
  return { ...createNotifications(sites.client, mail), mail: async () => SANDBOX_MAIL };
}
