import type { ServerOutcome } from '@mission-control/contract/config/schema';
import type { LogLevel } from '@mission-control/contract/control/schema';
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { PublishFile, PublishTarget } from '../../ports/config-publishing/port.ts';
import { publish } from '../config/public.ts';
import { findControlFacts, listServersOf } from './queries.ts';

/** Content of a tenant's control file. */
interface Control {
  deploymentGroup: string;
  /** Current effective level. */
  logLevel: LogLevel;
  /** End of a temporary level; null without one. */
  until: Date | null;
}

/** Path of a tenant's control file, relative to a server's config root. */
function controlPath(tenantId: number): string {
  return `tenants/${tenantId}/control.json`;
}

/** Renders the control file deterministically: JSON with sorted keys. */
function controlFile(tenantId: number, { deploymentGroup, logLevel, until }: Control): PublishFile {
  const facts = { deployment_group: deploymentGroup, log_level: logLevel, until: until?.toISOString() ?? null };
  const content = Buffer.from(`${JSON.stringify(facts, null, 2)}\n`, 'utf8');
  return { path: controlPath(tenantId), content, sha256: createHash('sha256').update(content).digest('hex') };
}

/** Immediate retries while the content changes during publishing. */
const MAX_ROUNDS = 5;
/** Delay of the job, since the request makes the first attempt itself. */
const JOB_DELAY_MS = 5_000;

/** Desired state of the servers. */
interface Wanted {
  path: string;
  /** Null if the tenant is deleted. */
  file: PublishFile | null;
  targets: PublishTarget[];
  /** Former servers of the tenant, which must no longer have the file. */
  former: PublishTarget[];
}

export interface ControlJob {
  tenant_id: number;
  /** Environments whose servers may have the file. */
  environments: number[];
}

/**
 * Queues publishing the control file, in the transaction that changes its content. Call it before moving a tenant to other servers,
 * so that the file is removed from the former ones.
 */
export async function sendControlFile(ctx: Ctx, db: Db, tenantId: number): Promise<void> {
  const facts = await findControlFacts(db, tenantId);
  const job: ControlJob = { tenant_id: tenantId, environments: facts ? environmentsOf(facts) : [] };
  const at = new Date(ctx.clock.now().getTime() + JOB_DELAY_MS);
  await ctx.jobs.send(db, 'log-level.publish', job, { at, persistent: true });
}

/**
 * Publishes the current control file to every CoursePro server of the tenant, or removes it if the tenant is deleted. Servers are
 * independent: a failed one keeps its file. Publishers read the database again after writing, so that with concurrent ones the
 * newest content wins.
 * @param environments the file is removed from their servers, except from current servers of the tenant
 */
export async function publishControlFile(
  ctx: Ctx,
  tenantId: number,
  environments: number[] = [],
): Promise<{ servers: ServerOutcome[] }> {
  let wanted = await readWanted(ctx, tenantId, environments);
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const { targets, former, file, path } = wanted;
    const servers = await Promise.all([
      ...targets.map((target) => publishTo(ctx, target, path, file)),
      ...former.map((target) => publishTo(ctx, target, path, null)),
    ]);
    const now = await readWanted(ctx, tenantId, environments);
    if (isSameWanted(wanted, now)) return { servers };
    wanted = now;
  }
  const error = 'The control file changed again while it was published.';
  return { servers: wanted.targets.map(({ host }) => ({ host, ok: false, error })) };
}

/** Runs the job. @throws AppError('target_failed') naming the servers that did not confirm, so that the job is retried */
export async function publishUntilConfirmed(ctx: Ctx, job: ControlJob): Promise<void> {
  const { servers } = await publishControlFile(ctx, job.tenant_id, job.environments);
  const failed = failedServers(servers);
  if (failed.length === 0) return;
  throw new AppError('target_failed', `Control file of tenant ${job.tenant_id}: ${failed.join(', ')}`);
}

/** Servers that did not confirm, each with its error. */
export function failedServers(servers: readonly ServerOutcome[]): string[] {
  return servers.flatMap(({ host, ok, error }) => (ok ? [] : [`${host} (${(error ?? 'failed').replace(/\.$/, '')})`]));
}

type Facts = NonNullable<Awaited<ReturnType<typeof findControlFacts>>>;

const environmentsOf = (facts: Facts): number[] =>
  [facts.webEnvironmentId, facts.workerEnvironmentId].filter((id) => id !== null);

async function readWanted(ctx: Ctx, tenantId: number, environments: number[]): Promise<Wanted> {
  const path = controlPath(tenantId);
  const facts = await findControlFacts(ctx.db, tenantId);
  const targets = facts ? await listServersOf(ctx.db, environmentsOf(facts)) : [];
  const own = new Set(targets.map(({ host }) => host));
  const former = (await listServersOf(ctx.db, environments)).filter(({ host }) => !own.has(host));
  const file = facts && !facts.deletedAt ? controlFile(tenantId, controlOf(facts, ctx.clock.now())) : null;
  return { path, file, targets, former };
}

function controlOf({ deploymentGroup, temporary, own }: Facts, now: Date): Control {
  const inForce = temporary && temporary.until > now ? temporary : null;
  return { deploymentGroup, logLevel: inForce?.level ?? own, until: inForce?.until ?? null };
}

async function publishTo(
  ctx: Ctx,
  target: PublishTarget,
  path: string,
  file: PublishFile | null,
): Promise<ServerOutcome> {
  const port = ctx.ports.configPublishing;
  if (!file) return port.withdraw(target, path);
  if ((await contentOf(ctx, target, path))?.equals(file.content)) return { host: target.host, ok: true };
  const publicationId = ctx.random.uuid();
  const mayActivate = () => Promise.resolve(true);
  const { servers } = await publish({ port, targets: [target], file, publicationId, previous: undefined, mayActivate });
  return servers[0] ?? { host: target.host, ok: false, error: 'The server did not answer.' };
}

/** The published file; null if there is none or it cannot be read. */
async function contentOf(ctx: Ctx, target: PublishTarget, path: string): Promise<Buffer | null> {
  try {
    return await ctx.ports.configPublishing.read(target, path);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function isSameWanted(one: Wanted, other: Wanted): boolean {
  const hosts = ({ targets, former }: Wanted) =>
    [targets, former].map((some) => some.map(({ host }) => host).join(' '));
  return one.file?.sha256 === other.file?.sha256 && hosts(one).join('|') === hosts(other).join('|');
}
