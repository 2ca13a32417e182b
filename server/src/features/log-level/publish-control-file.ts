import type { ServerOutcome } from '@mission-control/contract/config/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { PublishFile, PublishTarget } from '../../ports/config-publishing/port.ts';
import { publish } from '../config/public.ts';
import { controlFile, controlPath } from './control-file.ts';
import { findControlFacts, listServersOf } from './queries.ts';

/** How often a file that changes while it is published is published again at once. */
const ROUNDS = 5;
/** The first attempt is made by whoever changed something; the job comes after it. */
const JOB_AFTER_MS = 5_000;

/** What the servers should have: a file, or none when the tenant is deleted. */
interface Wanted {
  path: string;
  file: PublishFile | null;
  targets: PublishTarget[];
}

/** Queues the publishing of the control file, in the transaction that changes what it says. */
export function sendControlFile(ctx: Ctx, db: Db, tenantId: number): Promise<void> {
  const at = new Date(ctx.clock.now().getTime() + JOB_AFTER_MS);
  return ctx.jobs.send(db, 'log-level.publish', { tenant_id: tenantId }, { at, patient: true });
}

/**
 * Brings every CoursePro server of the tenant to the control file that the database calls for now; a deleted tenant has none.
 * Servers do not wait for each other: one that fails keeps what it has. Of several that publish at the same time whoever writes
 * last looks at the database again afterwards, so the newest content stays.
 */
export async function publishControlFile(ctx: Ctx, tenantId: number): Promise<{ servers: ServerOutcome[] }> {
  let wanted = await wantedNow(ctx, tenantId);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { targets } = wanted;
    const servers = await Promise.all(targets.map((target) => bring(ctx, target, wanted)));
    const now = await wantedNow(ctx, tenantId);
    if (sameWish(wanted, now)) return { servers };
    wanted = now;
  }
  const error = 'The control file changed again while it was published.';
  return { servers: wanted.targets.map(({ host }) => ({ host, ok: false, error })) };
}

/** The work of the job. @throws AppError('target_failed') naming the servers that did not confirm, so that it is tried again */
export async function publishUntilConfirmed(ctx: Ctx, tenantId: number): Promise<void> {
  const { servers } = await publishControlFile(ctx, tenantId);
  const failed = failedServers(servers);
  if (failed.length > 0)
    throw new AppError('target_failed', `Control file of tenant ${tenantId}: ${failed.join(', ')}`);
}

/** The servers that did not confirm, each with its reason. */
export function failedServers(servers: readonly ServerOutcome[]): string[] {
  return servers.flatMap(({ host, ok, error }) => (ok ? [] : [`${host} (${(error ?? 'failed').replace(/\.$/, '')})`]));
}

async function wantedNow(ctx: Ctx, tenantId: number): Promise<Wanted> {
  const path = controlPath(tenantId);
  const facts = await findControlFacts(ctx.db, tenantId);
  if (!facts) return { path, file: null, targets: [] };
  const environmentIds = [facts.webEnvironmentId, facts.workerEnvironmentId].filter((id) => id !== null);
  const targets = environmentIds.length === 0 ? [] : await listServersOf(ctx.db, environmentIds);
  if (facts.deletedAt) return { path, file: null, targets };
  const { deploymentGroup, temporary, own } = facts;
  const inForce = temporary && temporary.until > ctx.clock.now() ? temporary : null;
  const control = { deploymentGroup, logLevel: inForce?.level ?? own, until: inForce?.until ?? null };
  return { path, file: controlFile(tenantId, control), targets };
}

async function bring(ctx: Ctx, target: PublishTarget, { path, file }: Wanted): Promise<ServerOutcome> {
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
  const hosts = (wanted: Wanted) => wanted.targets.map((target) => target.host).join(' ');
  return one.file?.sha256 === other.file?.sha256 && hosts(one) === hosts(other);
}
