import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { resumeDeadBulk } from '../features/bulk/public.ts';
import { startAlerts } from '../features/alerts/start-alerts.ts';
import { resumeDeadLeases } from '../features/config/public.ts';
import { importInventoryFile } from '../features/inventory/public.ts';
import { createProberHealth, startProber } from '../features/monitors/public.ts';
import { recoverRuns, watchRuns } from '../features/runs/public.ts';
import { systemCtx, type Services } from '../platform/context.ts';
import { isDatabaseDown } from '../platform/database/postgres/database-down.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { asOwner, prepareSchema, SchemaBehind } from '../platform/database/roles.ts';
import { createLiveHub, type LiveHub } from '../platform/events/hub.ts';
import { joinProcesses } from '../platform/processes/join.ts';
import { type JobQueue } from '../platform/jobs/boss.ts';
import { type Log } from '../platform/log/log.ts';
import { dropLeftBehind } from '../ports/files/left-behind.ts';
import { buildApp } from './http/build-app.ts';
import { pictureOrigins } from './drivers/files.ts';
import type { Env } from './settings/env.ts';
import { openFirstAccount, PAST } from './settings/past.ts';
import { featureJobs } from './features.ts';
import { openSingleSignOn } from './drivers/single-sign-on.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { watchDisks } from './drivers/disks.ts';
import { startSandboxReports } from './drivers/sandbox-reports.ts';
import { proveSecretsKey } from './settings/secrets-key.ts';
import { openServices, type OpenServices } from './open-services.ts';

const STOP_MS = 20_000;
/** Part of it, for what follows the jobs. */
const CLOSE_MS = 2_000;
const SWEEP_MS = 50;
const GRACE_MS = 2_000;
const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;

export interface RunningServer {
  /** Listening address; null for a worker. */
  address: string | null;
  /** Finishes running work, within 20 s. */
  stop(): Promise<void>;
}

/** Starts the console; resolves when it serves requests. @param opening its database, if that is being opened already */
export async function startServer(env: Env, opening?: Promise<OpenDatabase>): Promise<RunningServer> {
  const opened = await openServices(env, opening);
  try {
    return await run(env, opened);
  } catch (error) {
    opened.outside.sites.close();
    await opened.open.close();
    throw error;
  }
}

async function run(
  env: Env,
  { dataDir, open, queue, services, outside, inventory }: OpenServices,
): Promise<RunningServer> {
  const stopping = new AbortController();
  const hub = await createLiveHub(open, services);
  const probing = createProberHealth();
  const readiness = createReadiness(open, hub, watchDisks(env, dataDir), probing);
  const address = (): string => env.PUBLIC_URL ?? app.listeningOrigin;
  const app: FastifyInstance = await buildApp({
    services: { ...services, address },
    hub,
    readiness,
    pools: () => open.pools(),
    probing,
    stopping: stopping.signal,
    secure: env.PUBLIC_URL?.startsWith('https:') ?? false,
    pictureOrigins: pictureOrigins(env),
    singleSignOn: openSingleSignOn(env, address),
    metricsOnly: env.PROCESS === 'worker',
    ...(env.METRICS_TOKEN !== undefined && { metricsToken: env.METRICS_TOKEN }),
    ...(env.TRUST_PROXY !== undefined && { trustProxy: env.TRUST_PROXY }),
  });
  await listen(app, env);
  await reachDatabase(open, env, readiness, services.log);
  const jobs = featureJobs(services, env, retention(env, open, services.log));
  // The embedded database shares this machine's clock.
  const follow = async () => (open.kind === 'embedded' ? undefined : outside.clock.follow(open.db));
  await follow();
  await open.exclusively(async () => {
    await proveSecretsKey(services);
    await queue.prepare(jobs);
    await open.withLongTimeouts(async () => fill(services, await inventory()));
  });
  await dropLeftBehind(join(dataDir, 'files'), { alone: open.kind === 'embedded' }).catch((error: unknown) =>
    services.log.warn({ err: error }, 'partial files of killed processes could not be removed'),
  );
  // The leftovers of dead processes are cleaned up before this one serves requests.
  const joined = await joinProcesses(open, services, async () => {
    await follow();
    await resumeDeadLeases(services);
    await resumeDeadBulk(services);
  });
  await recoverRuns(services);
  if (env.PROCESS !== 'web') await queue.work(jobs);
  const prober = env.PROCESS === 'web' ? null : startProber(services, probing);
  const alerts = startAlerts({ ...services, ...(env.PUBLIC_URL !== undefined && { address }) });
  const runs = watchRuns(services);
  readiness.starting(null);
  // A worker has no address for requests: it runs jobs, monitors and alerts, and serves health and metrics at most.
  const origin = env.PROCESS === 'worker' ? null : app.listeningOrigin;
  const stopReports = origin === null ? () => {} : await startSandboxReports(env, dataDir, services, origin);
  // Last: a password is printed only by a successful start.
  await openFirstAccount(env, services);
  const running = { readiness, stopping, app, queue, prober, alerts, runs, joined, hub, open, outside, stopReports };
  return {
    address: origin === null ? null : address(),
    stop: () => stop(running),
  };
}

interface Running {
  readiness: Readiness;
  stopping: AbortController;
  app: FastifyInstance;
  queue: JobQueue;
  prober: ReturnType<typeof startProber> | null;
  alerts: ReturnType<typeof startAlerts>;
  runs: ReturnType<typeof watchRuns>;
  joined: Awaited<ReturnType<typeof joinProcesses>>;
  hub: LiveHub;
  open: OpenDatabase;
  outside: OpenServices['outside'];
  stopReports: () => void;
}

async function stop(running: Running): Promise<void> {
  const { readiness, stopping, app, queue, prober, alerts, runs, joined, hub, open, outside, stopReports } = running;
  stopReports();
  const began = performance.now();
  const late = setTimeout(() => process.exit(1), STOP_MS);
  // Keep-alive clients are told with their next response that the connection closes; closing at once would reset data in transit.
  readiness.withdraw();
  // Other workers run the jobs that are sent from now on, by the requests in flight too.
  await queue.pause();
  await connectionsLeave(app, GRACE_MS);
  readiness.stop();
  stopping.abort();
  // A keep-alive connection that becomes idle after the close would stay open for a minute.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const runsEnd = runs.stop();
  await app.close();
  await runsEnd;
  // Again, for runs whose start was in flight.
  await runs.stop();
  clearInterval(sweep);
  await Promise.all([prober?.stop(), alerts.stop()]);
  await queue.stop(STOP_MS - CLOSE_MS - (performance.now() - began));
  await joined.leave();
  outside.publishing.close();
  outside.sites.close();
  await hub.close();
  await open.close();
  clearTimeout(late);
}

/** Waits until all connections are closed, at most `graceMs`. */
async function connectionsLeave({ server }: FastifyInstance, graceMs: number): Promise<void> {
  const count = (): Promise<number> =>
    new Promise((settle) => server.getConnections((error, open) => settle(error ? 0 : open)));
  for (let waited = 0; waited < graceMs && server.listening && (await count()) > 0; waited += SWEEP_MS)
    await sleep(SWEEP_MS);
}

function retention({ AUDIT_DAYS: days, DATABASE_OWNER_URL: owner }: Env, open: OpenDatabase, log: Log) {
  return days === undefined
    ? null
    : { days, asOwner: <T>(work: (db: Database) => Promise<T>) => asOwner(open, owner, log, work) };
}

/** Migrates, retrying while the database is unreachable, as reported by /api/health/ready (R1). */
async function reachDatabase(open: OpenDatabase, env: Env, readiness: Readiness, log: Log): Promise<void> {
  for (let wait = RETRY_MIN_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
    try {
      const warning = await prepareSchema(open, env.DATABASE_OWNER_URL, log);
      readiness.warn(warning);
      if (warning !== null) log.warn(warning);
      return;
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      readiness.starting(error instanceof SchemaBehind ? error.message : 'The database does not respond yet.');
      log.warn({ err: error, retryInMs: wait }, 'the database does not respond');
      await sleep(wait);
    }
  }
}

async function listen(app: FastifyInstance, env: Env): Promise<void> {
  const setting = env.PROCESS === 'worker' ? 'METRICS_PORT' : 'PORT';
  const port = env[setting];
  if (port === undefined) return;
  try {
    await app.listen({ port, host: env.HOST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `port ${port} is taken. Stop the program that listens there, or choose another port: ${setting}=${port + 1} npm start`,
      {
        cause: error,
      },
    );
  }
}

/** Imports the fleet into an empty console. */
async function fill(services: Services, file: string | null): Promise<void> {
  const imported = file === null ? null : await importInventoryFile(systemCtx(services, 'import'), file, PAST);
  if (imported)
    services.log.info({ ...imported }, 'the empty console was filled from the inventory; no server was touched');
}
