import { join, resolve } from 'node:path';
import { monotonicMs, systemClock, systemRandom } from '../platform/clock.ts';
import { type Services } from '../platform/context.ts';
import { createDatabaseClock, type DatabaseClock } from '../platform/database/database-clock.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { createJobQueue, type JobQueue } from '../platform/jobs/boss.ts';
import { createLog } from '../platform/log/log.ts';
import { createSecrets } from '../platform/secrets/secrets.ts';
import { createCheckpointFile } from '../ports/checkpoint-stores.ts';
import { createHttpCentreSync } from '../ports/centre-sync.ts';
import { createNameLookup } from '../ports/name-lookup.ts';
import { createSiteProbes } from '../ports/probes.ts';
import { createSoap } from '../ports/soap/site-driver.ts';
import { openCheckpointCopies, openFiles } from './drivers/files.ts';
import { openDatabase } from './drivers/open-database.ts';
import { chooseDatabases } from './settings/choose-databases.ts';
import type { Env } from './settings/env.ts';
import { openLicenceKeys } from './settings/licence-keys.ts';
import {
  openLeisureHub,
  openNotifications,
  openPublishing,
  openReleases,
  openRunner,
  openTranslations,
  type Publishing,
} from './drivers/open-drivers.ts';
import { hasSandbox, sandboxInventory } from './drivers/sandbox.ts';
import { loadSecretsKey } from './settings/secrets-key.ts';
import { openSites, type Sites } from './drivers/sites.ts';

/** The services of a console, and the resources to close after it. */
export interface OpenServices {
  services: Services;
  dataDir: string;
  open: OpenDatabase;
  queue: JobQueue;
  outside: Outside;
  /** Inventory file to fill an empty console from; null for none. */
  inventory: () => Promise<string | null>;
}

/** External resources: connections and child processes. */
interface Outside {
  publishing: Publishing;
  sites: Sites;
  clock: DatabaseClock;
}

/** Opens the database and all other configured resources; no jobs run and nothing is served yet. */
export async function openServices(
  env: Env,
  opening: Promise<OpenDatabase> = openDatabase(env, createLog(env.LOG_LEVEL)),
): Promise<OpenServices> {
  const dataDir = resolve(env.DATA_DIR);
  const generate = () => sandboxInventory(env, dataDir, systemClock);
  // Generating takes seconds, in a child process, while the embedded database is initialized. `inventory` throws its errors.
  const generating = env.DATABASE_URL === undefined && hasSandbox(env) ? generate() : null;
  generating?.catch(() => undefined);
  const inventory = async () => env.INVENTORY_FILE ?? (hasSandbox(env) ? (generating ?? generate()) : null);
  const open = await opening;
  try {
    return { ...(await openResources(env, dataDir, open)), dataDir, open, inventory };
  } catch (error) {
    await open.close();
    throw error;
  }
}

async function openResources(
  env: Env,
  dataDir: string,
  open: OpenDatabase,
): Promise<Pick<OpenServices, 'services' | 'queue' | 'outside'>> {
  const log = createLog(env.LOG_LEVEL);
  const publishing = openPublishing(env, dataDir);
  const databasesOf = chooseDatabases(env);
  const releases = await openReleases(env, dataDir, systemClock);
  const sites = openSites(env, dataDir, log);
  const queue = createJobQueue(open, log, env.PROCESS !== 'web');
  const clock = createDatabaseClock({ machine: systemClock, elapsed: monotonicMs, log });
  const services: Services = {
    processId: systemRandom.uuid(),
    db: open.db,
    clock,
    random: systemRandom,
    secrets: createSecrets(loadSecretsKey(env.SECRETS_KEY, dataDir)),
    jobs: queue,
    withLongTimeouts: (work) => open.withLongTimeouts(work),
    ports: {
      configPublishing: publishing.port,
      tenantDatabases: databasesOf(open.db),
      centreSync: createHttpCentreSync({ sites: sites.client, token: env.SITES_TOKEN }),
      probes: createSiteProbes(sites.client, sites.settings),
      // The sandbox sites run on this machine, whatever their names.
      names: hasSandbox(env) ? { addressesOf: async () => ['127.0.0.1'] } : createNameLookup(),
      files: openFiles(env, dataDir),
      ...releases,
      releaseRunner: openRunner(env, dataDir),
      translations: openTranslations(env, sites),
      leisureHub: openLeisureHub(env, sites),
      notifications: openNotifications(env, sites),
      soap: createSoap(sites.client),
      checkpoints: createCheckpointFile(env.AUDIT_CHECKPOINTS_FILE ?? join(dataDir, 'audit-checkpoints.ndjson')),
      checkpointCopies: openCheckpointCopies(env),
      signing: openLicenceKeys(env.LICENCE_KEYS, dataDir),
    },
    log,
    defaultRole: env.DEFAULT_ROLE,
    signInMethods: { password: env.OIDC_ONLY !== true, singleSignOn: env.OIDC_ISSUER !== undefined },
    sandbox: hasSandbox(env),
    liveToTest: env.LIVE_TO_TEST_COMMAND,
    byHand: env.INVENTORY_BY_HAND ?? [],
  };
  return { services, queue, outside: { publishing, sites, clock } };
}
