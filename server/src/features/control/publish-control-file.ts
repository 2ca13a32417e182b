import type { ServerOutcome } from '@mission-control/contract/config/schema';
import type { ControlFile } from '@mission-control/contract/control/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { listHosts } from '../../fleet/queries-places.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { inUnauditedTransaction, tenantRow, type UnauditedWork } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { PublishFile } from '../../ports/config-publishing/port.ts';
import { publish, publishedEnvironments, readPublished } from '../config/public.ts';
import {
  findControlFacts,
  findLevelOwner,
  listPlaces,
  putConfirmations,
  removeConfirmation,
  type Confirmation,
  type ControlFacts,
  type ControlledService,
} from './queries.ts';

/** Immediate retries while the content changes during publishing. */
const MAX_ROUNDS = 5;
/** Delay of a job whose request makes the first attempt itself. */
const FIRST_ATTEMPT_MS = 5_000;

/** The environments whose servers may have the control file of a service. */
type Places = Record<string, number[]>;

export interface ControlJob {
  tenant_id: number;
  places: Places;
  /** Does nothing for a tenant whose control file was never sent to any server. */
  only_if_told?: boolean;
}

/** The desired file of one service on one server; null for no file. */
export interface WantedFile {
  service: string;
  host: string;
  path: string;
  file: PublishFile | null;
}

/** Where a tenant's control files are. */
export const readPlaces = async (db: Db, tenantId: number): Promise<Places> =>
  Object.fromEntries((await listPlaces(db, tenantId)).map((row) => [row.service, publishedEnvironments(row)]));

/**
 * Queues writing the control files of a tenant, in the transaction that changes their content. Call it before moving a tenant to other
 * servers, so that the files are removed from the former ones.
 * @param how attempted: the request itself makes the first attempt, to name the servers that do not confirm, and the job runs later;
 * places: result of `readPlaces` in the same transaction, read if absent
 */
export async function sendControlFile(
  ctx: Ctx,
  db: Db,
  tenantId: number,
  { attempted = false, places }: { attempted?: boolean; places?: Places } = {},
): Promise<void> {
  const job: ControlJob = { tenant_id: tenantId, places: places ?? (await readPlaces(db, tenantId)) };
  const at = new Date(ctx.clock.now().getTime() + FIRST_ATTEMPT_MS);
  await ctx.jobs.send(db, 'control.publish', job, { persistent: true, ...(attempted && { at }) });
}

/**
 * Writes the control file of each service to all of its servers and reads it back, or removes it where the service is gone. Servers are
 * independent: a failed one keeps its file. Each publisher rereads the database after writing, so that of concurrent publishers the newest
 * content wins.
 * @param places environments from whose servers files are removed unless they belong there
 * @returns one outcome per server: the first failure if the server has several services
 */
export async function publishControlFile(
  ctx: Ctx,
  tenantId: number,
  places: Places = {},
): Promise<{ servers: ServerOutcome[] }> {
  let wanted = await listWanted(ctx, tenantId, places);
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const outcomes = await Promise.all(wanted.map(async (file) => ({ ...file, ...(await writeTo(ctx, file)) })));
    await noteOutcomes(ctx, tenantId, outcomes);
    const now = await listWanted(ctx, tenantId, places);
    if (isDeepStrictEqual(now, wanted)) return { servers: byHost(outcomes) };
    wanted = now;
  }
  const error = 'The control file changed again while it was written.';
  return { servers: byHost(wanted.map(({ host }) => ({ host, ok: false, error }))) };
}

/** Runs the job. @throws AppError('target_failed') naming the servers that did not confirm, so that the job is retried */
export async function publishUntilConfirmed(ctx: Ctx, job: ControlJob): Promise<void> {
  if (job.only_if_told && (await confirmationsOf(ctx, job.tenant_id)).length === 0) return;
  const { servers } = await publishControlFile(ctx, job.tenant_id, job.places);
  const failed = failedServers(servers);
  if (failed.length === 0) return;
  throw new AppError('target_failed', `Control file of tenant ${job.tenant_id}: ${failed.join(', ')}`);
}

/** First attempt to publish a stored change. Returns a warning naming the servers that did not confirm, or ''. */
export async function confirmationWarning(ctx: Ctx, tenantId: number): Promise<string> {
  try {
    const failed = failedServers((await publishControlFile(ctx, tenantId)).servers);
    if (failed.length === 0) return '';
    return `Not confirmed yet by ${failed.join(', ')}. The console keeps trying.`;
  } catch (error) {
    // The change is stored and its job queued; an error would suggest that nothing happened.
    ctx.log.error({ err: error, tenantId }, 'failed to publish the control file; the job retries');
    return 'Not confirmed yet by the servers. The console keeps trying.';
  }
}

/** Servers that did not confirm, each with its error. */
export function failedServers(servers: readonly ServerOutcome[]): string[] {
  return servers.flatMap(({ host, ok, error }) => (ok ? [] : [`${host} (${(error ?? 'failed').replace(/\.$/, '')})`]));
}

function byHost(outcomes: readonly ServerOutcome[]): ServerOutcome[] {
  const servers = new Map<string, ServerOutcome>();
  for (const { host, ok, error } of outcomes) {
    if (servers.get(host)?.ok !== false) servers.set(host, { host, ok, ...(error !== undefined && { error }) });
  }
  return [...servers.values()].toSorted((a, b) => (a.host < b.host ? -1 : 1));
}

const confirmationsOf = async (ctx: Ctx, tenantId: number): Promise<Confirmation[]> =>
  (await findControlFacts(ctx.db, tenantId))?.confirmations ?? [];

async function listWanted(ctx: Ctx, tenantId: number, places: Places): Promise<WantedFile[]> {
  const facts = await findControlFacts(ctx.db, tenantId);
  const current = new Set(facts?.services.flatMap(publishedEnvironments));
  const others = [...new Set(Object.values(places).flat())].filter((id) => !current.has(id));
  const former = [...(await listHosts(ctx.db, others))].flatMap(([environmentId, hosts]) =>
    hosts.map((host) => ({ host, environmentId })),
  );
  const servers = [...(facts?.servers ?? []), ...former];
  return wantedOf({ tenantId, facts, servers, places }, ctx.clock.now());
}

/**
 * The desired files of all servers, sorted by service and host.
 * @param known `servers` are those of the tenant's environments and of the places; without `facts` the tenant has been purged
 */
export function wantedOf(
  known: { tenantId: number; facts: ControlFacts | undefined; servers: ControlFacts['servers']; places?: Places },
  now: Date,
): WantedFile[] {
  const { tenantId, facts, servers, places = {} } = known;
  const services = facts?.services ?? [];
  const sorted = servers.toSorted((a, b) => (a.host < b.host ? -1 : 1));
  const slugs = new Set([...services.map(({ service }) => service), ...Object.keys(places)]);
  return [...slugs].toSorted().flatMap((slug) => {
    const service = services.find((candidate) => candidate.service === slug);
    const current = service ? publishedEnvironments(service) : [];
    const all = new Set([...current, ...(places[slug] ?? [])]);
    const path = `tenants/${tenantId}/${slug}.control.json`;
    const content = facts && !facts.deletedAt && service ? contentFor(facts, service, now) : null;
    return sorted
      .filter(({ environmentId }) => all.has(environmentId))
      .map(({ host, environmentId }) => ({
        service: slug,
        host,
        path,
        file: content !== null && current.includes(environmentId) ? toFile(path, content) : null,
      }));
  });
}

function contentFor(facts: ControlFacts, service: ControlledService, now: Date): ControlFile {
  const level = facts.temporary && facts.temporary.until > now ? facts.temporary : null;
  const ends = facts.ends.filter((end) => end.service === service.service || end.service === '');
  const until = Object.fromEntries(ends.map((end) => [end.name, end.until.toISOString()]));
  return {
    tenant: facts.id,
    service: service.service,
    hosts: service.hosts,
    active: facts.active,
    cron: service.cron,
    maintenance: service.maintenance,
    deployment_group: facts.deploymentGroup,
    log_level: level?.level ?? facts.logLevel,
    ends: { ...until, ...(level && { log_level: level.until.toISOString() }) },
  };
}

function toFile(path: string, facts: ControlFile): PublishFile {
  const content = Buffer.from(`${JSON.stringify(facts, null, 2)}\n`, 'utf8');
  return { path, content, sha256: hash('sha256', content) };
}

async function writeTo(ctx: Ctx, { host, path, file }: WantedFile): Promise<ServerOutcome> {
  const port = ctx.ports.configPublishing;
  const target = { host };
  if (!file) return port.withdraw(target, path);
  const content = await readPublished(port, host, path);
  if (Buffer.isBuffer(content) && content.equals(file.content)) return { host, ok: true };
  const publicationId = ctx.random.uuid();
  const mayActivate = () => Promise.resolve(true);
  const { servers } = await publish({ port, targets: [target], file, publicationId, previous: undefined, mayActivate });
  return servers[0] ?? { host, ok: false, error: 'The server did not respond.' };
}

/** Stores and announces the servers' confirmations; skips those already known. */
async function noteOutcomes(ctx: Ctx, tenantId: number, outcomes: readonly (WantedFile & ServerOutcome)[]) {
  const known = await confirmationsOf(ctx, tenantId);
  const now = ctx.clock.now();
  const confirmationOf = ({ service, host }: WantedFile) =>
    known.find((row) => row.service === service && row.host === host);
  const gone = outcomes.filter((outcome) => outcome.ok && outcome.file === null && confirmationOf(outcome));
  const rows = outcomes.flatMap((outcome): Confirmation[] => {
    const before = confirmationOf(outcome);
    const key = { tenantId, service: outcome.service, host: outcome.host };
    if (!outcome.ok) {
      const kept = { sha256: before?.sha256 ?? null, confirmedAt: before?.confirmedAt ?? null };
      return [{ ...key, ...kept, error: outcome.error ?? 'The server did not respond.', failedAt: now }];
    }
    if (outcome.file === null || (before?.sha256 === outcome.file.sha256 && before.error === null)) return [];
    return [{ ...key, sha256: outcome.file.sha256, confirmedAt: now, error: null, failedAt: null }];
  });
  if (rows.length + gone.length === 0) return;
  const store = async ({ db, changed }: UnauditedWork): Promise<void> => {
    // The tenant may have been purged in the meantime.
    if (!(await findLevelOwner(db, tenantId))) return;
    await putConfirmations(db, rows);
    for (const { service, host } of gone) await removeConfirmation(db, tenantId, service, host);
    changed(TOPIC.control(tenantId));
    if ([...known, ...rows].some(({ error }) => error !== null)) changed(TOPIC.attention, TOPIC.tenant(tenantId));
  };
  await inUnauditedTransaction(ctx, store, tenantRow(tenantId));
}
