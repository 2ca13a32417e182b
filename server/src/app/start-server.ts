import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { endBrokenLeases } from '../features/config/public.ts';
import { importInventoryFile } from '../features/inventory/public.ts';
import { startProber } from '../features/monitors/public.ts';
import { recoverRuns, watchRuns } from '../features/runs/public.ts';
import { monotonicMs, systemClock, systemRandom } from '../platform/clock.ts';
import { systemCtx, type Services } from '../platform/context.ts';
import { isDatabaseDown } from '../platform/database/database-down.ts';
import { createDatabaseClock, type DatabaseClock } from '../platform/database/database-clock.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openPglite } from '../platform/database/pglite.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { createLiveHub, type LiveHub } from '../platform/events/hub.ts';
import { joinProcesses } from '../platform/processes/join.ts';
import { createJobQueue, type JobQueue } from '../platform/jobs/boss.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { createSecrets } from '../platform/secrets/secrets.ts';
import { createHttpCentreSync } from '../ports/centre-sync/http-driver.ts';
import { createSiteProbes } from '../ports/probes/site-driver.ts';
import { createSoap } from '../ports/soap/site-driver.ts';
import { buildApp } from './build-app.ts';
import { closeFolder } from './closed-folder.ts';
import { openFiles, pictureOrigins } from './files.ts';
import { openLeisureHub } from './leisure-hub.ts';
import { openRunner } from './release-runner.ts';
import { openReleases } from './releases.ts';
import { chooseDatabases } from './choose-databases.ts';
import type { Env } from './env.ts';
import { openFirstAccount } from './first-account.ts';
import { featureJobs } from './jobs.ts';
import { openLicenceKeys } from './licence-keys.ts';
import { PAST } from './past.ts';
import { openPublishing, type Publishing } from './publishing.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { watchDisks } from './disks.ts';
import { startSandboxReports } from './sandbox-reports.ts';
import { hasSandbox, sandboxInventory } from './sandbox.ts';
import { loadSecretsKey, proveSecretsKey } from './secrets-key.ts';
import { openSites, type Sites } from './sites.ts';
import { openTranslations } from './translations.ts';

const STOP_MS = 20_000;
const SWEEP_MS = 50;
const GRACE_MS = 2_000;
const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;

export interface RunningServer {
  /** Where it is reached; null for a worker, which listens nowhere. */
  address: string | null;
  /** Finishes what runs, at most 20 s. */
  stop(): Promise<void>;
}

/** Starts the console with these settings; resolves when it answers. */
export async function startServer(env: Env): Promise<RunningServer> {
  const dataDir = resolve(env.DATA_DIR);
  closeFolder(dataDir);
  const log = createLog(env.LOG_LEVEL);
  const publishing = openPublishing(env, dataDir);
  const databasesOf = chooseDatabases(env);
  const releases = await openReleases(env, dataDir, systemClock);
  const open = env.DATABASE_URL ? openPostgres(env.DATABASE_URL, log) : await openPglite(dataDir);
  const sites = openSites(env, log);
  const queue = createJobQueue(open, log, env.PROCESS !== 'web');
  const clock = createDatabaseClock({ machine: systemClock, elapsed: monotonicMs, log });
  const services: Services = {
    processId: systemRandom.uuid(),
    db: open.db,
    clock,
    random: systemRandom,
    secrets: createSecrets(loadSecretsKey(env.SECRETS_KEY, dataDir)),
    jobs: queue,
    ports: {
      configPublishing: publishing.port,
      tenantDatabases: databasesOf(open.db),
      centreSync: createHttpCentreSync({ sites: sites.client, token: env.SITES_TOKEN }),
      probes: createSiteProbes(sites.client),
      files: openFiles(env, dataDir),
      ...releases,
      releaseRunner: openRunner(env, dataDir),
      translations: openTranslations(env, sites),
      leisureHub: openLeisureHub(env, sites),
      soap: createSoap(sites.client),
      signing: openLicenceKeys(env.LICENCE_KEYS, dataDir),
    },
    log,
    sandbox: hasSandbox(env),
  };
  try {
    return await run(env, dataDir, open, queue, services, { publishing, sites, clock });
  } catch (error) {
    sites.close();
    await open.close();
    throw error;
  }
}

async function run(
  env: Env,
  dataDir: string,
  open: OpenDatabase,
  queue: JobQueue,
  services: Services,
  outside: Outside,
): Promise<RunningServer> {
  const stopping = new AbortController();
  const hub = await createLiveHub(open, services);
  const readiness = createReadiness(open, hub, watchDisks(env, dataDir));
  const app = await buildApp({
    services,
    hub,
    readiness,
    pools: () => open.pools(),
    stopping: stopping.signal,
    secure: env.PUBLIC_URL?.startsWith('https:') ?? false,
    pictureOrigins: pictureOrigins(env),
    ...(env.METRICS_TOKEN !== undefined && { metricsToken: env.METRICS_TOKEN }),
    ...(env.TRUST_PROXY !== undefined && { trustProxy: env.TRUST_PROXY }),
  });
  if (env.PROCESS !== 'worker') await listen(app, env);
  await reachDatabase(open, readiness, services.log);
  // The embedded database has the clock of this machine.
  const follow = async () => (open.kind === 'embedded' ? undefined : outside.clock.follow(open.db));
  await follow();
  await open.exclusively(async () => {
    await proveSecretsKey(services);
    await queue.prepare(featureJobs(services, env));
    await open.patiently(() => fill(env, dataDir, services));
  });
  // Whatever a dead process left is ended before this one answers.
  const joined = await joinProcesses(open, services, async () => {
    await follow();
    await endBrokenLeases(services);
  });
  await recoverRuns(services);
  if (env.PROCESS !== 'web') await queue.work(featureJobs(services, env));
  const prober = env.PROCESS === 'web' ? null : startProber(services);
  const runs = watchRuns(services);
  readiness.starting(null);
  // A worker listens nowhere: it has jobs and monitors.
  const origin = env.PROCESS === 'worker' ? null : app.listeningOrigin;
  const stopReports = origin === null ? () => {} : await startSandboxReports(env, dataDir, services, origin);
  // Last: a password is printed only by a start that has succeeded.
  await openFirstAccount(env, services);
  const address = origin === null ? null : (env.PUBLIC_URL ?? origin);
  return {
    address,
    stop: () => stop({ readiness, stopping, app, queue, prober, runs, joined, hub, open, outside, stopReports }),
  };
}

/** What holds connections and processes of its own. */
interface Outside {
  publishing: Publishing;
  sites: Sites;
  clock: DatabaseClock;
}

interface Running {
  readiness: Readiness;
  stopping: AbortController;
  app: FastifyInstance;
  queue: JobQueue;
  prober: ReturnType<typeof startProber> | null;
  runs: ReturnType<typeof watchRuns>;
  joined: Awaited<ReturnType<typeof joinProcesses>>;
  hub: LiveHub;
  open: OpenDatabase;
  outside: Outside;
  stopReports: () => void;
}

async function stop({
  readiness,
  stopping,
  app,
  queue,
  prober,
  runs,
  joined,
  hub,
  open,
  outside,
  stopReports,
}: Running): Promise<void> {
  stopReports();
  const late = setTimeout(() => process.exit(1), STOP_MS);
  // Whoever keeps a connection learns with its next answer that it ends; to close it at once would reset what is on its way.
  readiness.withdraw();
  await connectionsLeave(app, GRACE_MS);
  readiness.stop();
  stopping.abort();
  // A kept-alive connection that falls idle after the close began would hold it open for a minute.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const runsEnd = runs.stop();
  await app.close();
  await runsEnd;
  clearInterval(sweep);
  await prober?.stop();
  await queue.stop(STOP_MS);
  await joined.leave();
  outside.publishing.close();
  outside.sites.close();
  await hub.close();
  await open.close();
  clearTimeout(late);
}

/** Resolves when nobody is connected any more, or after so long. */
async function connectionsLeave({ server }: FastifyInstance, graceMs: number): Promise<void> {
  const count = (): Promise<number> =>
    new Promise((settle) => server.getConnections((error, open) => settle(error ? 0 : open)));
  for (let waited = 0; waited < graceMs && server.listening && (await count()) > 0; waited += SWEEP_MS)
    await sleep(SWEEP_MS);
}

/** Migrates; while the database cannot be reached it tries again, and /api/health/ready says so (R1). */
async function reachDatabase(open: OpenDatabase, readiness: Readiness, log: Log): Promise<void> {
  for (let wait = RETRY_MIN_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
    try {
      return await open.patiently(() => migrate(open.db));
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      readiness.starting('The database does not answer yet.');
      log.warn({ err: error, retryInMs: wait }, 'the database does not answer');
      await sleep(wait);
    }
  }
}

async function listen(app: FastifyInstance, env: Env): Promise<void> {
  try {
    await app.listen({ port: env.PORT, host: env.HOST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`port ${env.PORT} is taken. Stop what listens there, or choose another one: PORT=4401 npm start`, {
      cause: error,
    });
  }
}

/** Fills an empty console with its fleet. */
async function fill(env: Env, dataDir: string, services: Services): Promise<void> {
  const ctx = systemCtx(services, 'import');
  const file = env.INVENTORY_FILE ?? (hasSandbox(env) ? await sandboxInventory(env, dataDir, ctx) : null);
  if (file !== null) await importInventoryFile(ctx, file, PAST);
}
