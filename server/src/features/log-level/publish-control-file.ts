import type { ServerOutcome } from '@mission-control/contract/config/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { PublishFile, PublishTarget } from '../../ports/config-publishing/port.ts';
import { publish } from '../config/public.ts';
import { controlFile, controlPath, type Control } from './control-file.ts';
import { findControlFacts, listServersOf } from './queries.ts';

/** How often a file that changes while it is published is published again at once. */
const ROUNDS = 5;
/** The first attempt is made by whoever changed something; the job comes after it. */
const JOB_AFTER_MS = 5_000;

/** What the servers should have. */
interface Wanted {
  path: string;
  /** Null when the tenant is deleted. */
  file: PublishFile | null;
  targets: PublishTarget[];
  /** Servers that were the tenant's and should have no file any more. */
  former: PublishTarget[];
}

/** What the job is sent with. */
export interface ControlJob {
  tenant_id: number;
  /** The environments that may have the file. */
  environments: number[];
}

/**
 * Queues the publishing of the control file, in the transaction that changes what it says. Where the change moves the tenant to
 * other servers, this comes first, so that the file is taken off those it leaves.
 */
export async function sendControlFile(ctx: Ctx, db: Db, tenantId: number): Promise<void> {
  const facts = await findControlFacts(db, tenantId);
  const job: ControlJob = { tenant_id: tenantId, environments: facts ? environmentsOf(facts) : [] };
  const at = new Date(ctx.clock.now().getTime() + JOB_AFTER_MS);
  await ctx.jobs.send(db, 'log-level.publish', job, { at, patient: true });
}

/**
 * Brings every CoursePro server of the tenant to the control file that the database calls for now; a deleted tenant has none.
 * Servers do not wait for each other: one that fails keeps what it has. Of several that publish at the same time whoever writes
 * last looks at the database again afterwards, so the newest content stays.
 * @param environments the file is taken off their servers as far as they are not the tenant's now
 */
export async function publishControlFile(
  ctx: Ctx,
  tenantId: number,
  environments: number[] = [],
): Promise<{ servers: ServerOutcome[] }> {
  let wanted = await wantedNow(ctx, tenantId, environments);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { targets, former, file, path } = wanted;
    const servers = await Promise.all([
      ...targets.map((target) => bring(ctx, target, path, file)),
      ...former.map((target) => bring(ctx, target, path, null)),
    ]);
    const now = await wantedNow(ctx, tenantId, environments);
    if (sameWish(wanted, now)) return { servers };
    wanted = now;
  }
  const error = 'The control file changed again while it was published.';
  return { servers: wanted.targets.map(({ host }) => ({ host, ok: false, error })) };
}

/** The work of the job. @throws AppError('target_failed') naming the servers that did not confirm, so that it is tried again */
export async function publishUntilConfirmed(ctx: Ctx, job: ControlJob): Promise<void> {
  const { servers } = await publishControlFile(ctx, job.tenant_id, job.environments);
  const failed = failedServers(servers);
  if (failed.length === 0) return;
  throw new AppError('target_failed', `Control file of tenant ${job.tenant_id}: ${failed.join(', ')}`);
}

/** The servers that did not confirm, each with its reason. */
export function failedServers(servers: readonly ServerOutcome[]): string[] {
  return servers.flatMap(({ host, ok, error }) => (ok ? [] : [`${host} (${(error ?? 'failed').replace(/\.$/, '')})`]));
}

type Facts = NonNullable<Awaited<ReturnType<typeof findControlFacts>>>;

const environmentsOf = (facts: Facts): number[] =>
  [facts.webEnvironmentId, facts.workerEnvironmentId].filter((id) => id !== null);

async function wantedNow(ctx: Ctx, tenantId: number, environments: number[]): Promise<Wanted> {
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

async function bring(ctx: Ctx, target: PublishTarget, path: string, file: PublishFile | null): Promise<ServerOutcome> {
  const port = ctx.ports.configPublishing;
  if (!file) return port.withdraw(target, path);
  if ((await contentOf(ctx, target, path))?.equals(file.content)) return { host: target.host, ok: true };
  const publicationId = ctx.random.uuid();
  const mayActivate = () => Promise.resolve(true);
  const { servers } = await publish({ port, targets: [target], file, publicationId, previous: undefined, mayActivate });
  return servers[0] ?? { host: target.host, ok: false, error: 'The server did not answer.' };
}

/** The published file; null when there is none or it cannot be read. */
async function contentOf(ctx: Ctx, target: PublishTarget, path: string): Promise<Buffer | null> {
  try {
    return await ctx.ports.configPublishing.read(target, path);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function sameWish(one: Wanted, other: Wanted): boolean {
  const hosts = ({ targets, former }: Wanted) =>
    [targets, former].map((some) => some.map(({ host }) => host).join(' '));
  return one.file?.sha256 === other.file?.sha256 && hosts(one).join('|') === hosts(other).join('|');
}
