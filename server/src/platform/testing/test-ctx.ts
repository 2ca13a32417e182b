import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@mission-control/contract/call';
import { createDirectoryPublishing } from '../../ports/config-publishing/directory-driver.ts';
import { createDirectoryFiles } from '../../ports/files/directory-driver.ts';
import { createDirectoryReleases } from '../../ports/release-files.ts';
import { createCheckpointFile } from '../../ports/checkpoint-stores.ts';
import { createFilePlans } from '../../ports/release-plans.ts';
import { createLocalRunner } from '../../ports/release-runner.ts';
import { createGitRepositories } from '../../ports/repositories/git-driver.ts';
import type { Ports } from '../../ports/ports.ts';
import { createSigning } from '../../ports/signing.ts';
import { createSoap } from '../../ports/soap/site-driver.ts';
import { noTranslations } from '../../ports/translations.ts';
import { createEmbeddedDatabases } from '../../ports/tenant-databases/embedded-driver.ts';
import type { Random } from '../clock.ts';
import { systemActor, type Ctx, type Services } from '../context.ts';
import type { OpenDatabase } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { createLog } from '../log/log.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { ownProcessIdentity } from '../processes/process-identity.ts';
import { putProcess } from '../processes/queries.ts';
import { openFreshDatabase } from './fresh-database.ts';

/** A test context: a fresh migrated database, controlled clock and randomness, real files in a temp folder. */
export interface TestCtx extends Ctx {
  open: OpenDatabase;
  clock: { now(): Date; set(to: Date | string): void; advance(ms: number): void };
  /** Sent jobs, in order; the test runs them itself. */
  sent: { name: string; data: object; at?: Date; repeated?: true }[];
  /** Root folder of the directory publisher. */
  fleetDir: string;
  /** The same services with another actor. */
  as(actor: { name?: string; role?: Role; id?: number }): Ctx;
  close(): Promise<void>;
}

/** Tests that send requests to sites bring their own client: nothing may leave this machine. */
const noSites = (): Promise<never> => Promise.reject(new AppError('target_failed', 'Tests send no requests to sites.'));

const outside = {
  centreSync: { sync: noSites },
  translations: noTranslations,
  soap: createSoap({ send: noSites, connect: noSites }),
  notifications: { post: noSites, mail: noSites },
  leisureHub: { hosts: [], note: '', logIn: noSites },
  probes: { check: noSites },
  names: { addressesOf: async () => [] },
};

/** Create one per test file. With TEST_DATABASE_URL the tests run on PostgreSQL, each file in a separate database. */
export async function createTestCtx(): Promise<TestCtx> {
  const log = createLog('silent');
  const open = await openFreshDatabase(log);
  const fleetDir = mkdtempSync(join(tmpdir(), 'mc-test-'));
  let now = new Date('2026-11-21T09:00:00.000Z');
  const clock: TestCtx['clock'] = {
    now: () => new Date(now),
    set: (to) => void (now = new Date(to)),
    advance: (ms) => void (now = new Date(now.getTime() + ms)),
  };
  const sent: TestCtx['sent'] = [];
  const processId = randomUUID();
  await putProcess(open.db, processId, ownProcessIdentity());
  const services: Services = {
    processId,
    db: open.db,
    clock,
    random: seededRandom(),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    withLongTimeouts: (work) => open.withLongTimeouts(work),
    jobs: {
      send: async (_db, name, data, { at, repeated } = {}) =>
        void sent.push({ name, data, ...(at && { at }), ...(repeated && { repeated }) }),
      hasRepeated: async (_db, name) => sent.some((job) => job.name === name && job.repeated),
    },
    ports: {
      configPublishing: createDirectoryPublishing({ root: fleetDir, timeoutMs: 10_000 }),
      tenantDatabases: createEmbeddedDatabases(open.db),
      ...outside,
      checkpoints: createCheckpointFile(join(fleetDir, 'audit-checkpoints.ndjson')),
      checkpointCopies: [],
      signing: createSigning([Buffer.alloc(32, 9).toString('base64')]),
      releaseRunner: createLocalRunner({ env: { PATH: '/usr/bin:/bin' }, seed: null }),
      ...createReleasePorts(null, fleetDir),
      files: createDirectoryFiles({ root: join(fleetDir, 'files'), publicUrl: '', uniqueName: randomUUID }),
    },
    log,
    defaultRole: 'admin',
    signInMethods: { password: true, singleSignOn: true },
  };
  const as: TestCtx['as'] = ({ name = 'amelia.hart', role = 'admin', id = 1 }) => ({
    ...services,
    requestId: 'test',
    actor: { kind: 'user', id, name, role, sessionId: 'test' },
  });
  return {
    ...services,
    clock,
    open,
    sent,
    fleetDir,
    requestId: 'test',
    actor: systemActor('test'),
    as,
    close: async () => {
      await open.close();
      rmSync(fleetDir, { recursive: true, force: true });
    },
  };
}

/** Real repositories, artifacts and servers in a folder, as configured by a RELEASES_FILE; without one no app is configured. */
export function createReleasePorts(
  releasesFile: string | null,
  folder: string,
): Pick<Ports, 'repositories' | 'releasePlans' | 'releaseFiles'> {
  const releasePlans = createFilePlans(async () => releasesFile);
  return {
    releasePlans,
    releaseFiles: createDirectoryReleases({ root: join(folder, 'releases'), uniqueName: randomUUID }),
    repositories: createGitRepositories({
      folder: join(folder, 'repositories'),
      address: releasePlans.repository,
      environment: { path: process.env['PATH'] ?? '', home: folder },
    }),
  };
}

/** Deterministic bytes and ids: a SHA-256 counter. */
function seededRandom(): Random {
  let counter = 0;
  const block = (): Buffer =>
    createHash('sha256')
      .update(`seed-${(counter += 1)}`)
      .digest();
  const bytes = (count: number): Buffer => {
    const parts: Buffer[] = [];
    for (let have = 0; have < count; have += 32) parts.push(block());
    return Buffer.concat(parts).subarray(0, count);
  };
  const uuid = (): string => {
    const raw = bytes(16);
    raw[6] = ((raw[6] ?? 0) & 0x0f) | 0x40;
    raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
    return raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  return { bytes, uuid };
}
