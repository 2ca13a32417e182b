import { CONFIG_KINDS, findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { configTopics } from './config-owner.ts';
import { findConfig, listServersOf } from './queries.ts';
import { findRunning } from './queries-publications.ts';
import { clearCommitted, listWrittenHosts, lockExisting } from './queries-withdrawals.ts';
import { publishedPath } from './render-config.ts';

export const WITHDRAW_JOB = 'config.withdraw';

/** Which files to take off which servers. */
export interface Withdrawal {
  tenantId: number;
  kind: ConfigKindSlug;
  /** The tenant and the config as a person names them. */
  subject: string;
  hosts: string[];
}

/**
 * Has the published configs of a service that is being deleted taken off its servers, by a job once the deletion is stored. The
 * saved settings stay, uncommitted.
 * @throws AppError('conflict') while one of them is being published
 */
export async function withdrawConfigs(
  ctx: Ctx,
  { db }: Work,
  tenant: { id: number; name: string },
  { service, environmentIds }: { service: string; environmentIds: number[] },
): Promise<void> {
  const current = environmentIds.length === 0 ? [] : (await listServersOf(db, environmentIds)).map(({ host }) => host);
  for (const kind of CONFIG_KINDS.filter((one) => one.service === service)) {
    const place = { tenantId: tenant.id, kind: kind.slug };
    const config = await lockExisting(db, place);
    if (!config) continue;
    if (await findRunning(db, place)) {
      throw new AppError('conflict', `The ${kind.label} config is being published. Try again in a minute.`);
    }
    const hosts = [...new Set([...current, ...(await listWrittenHosts(db, place))])].toSorted();
    await clearCommitted(db, place);
    // An import can bring a committed config along that no publication of ours wrote.
    if (config.committedRevision === null && !config.serversDiffer) continue;
    if (hosts.length === 0) continue;
    const withdrawal: Withdrawal = { ...place, subject: `${tenant.name} ${kind.label} config`, hosts };
    await ctx.jobs.send(db, WITHDRAW_JOB, withdrawal, { patient: true });
  }
}

/**
 * Takes the file off the servers, unless the tenant has a service of the kind again whose config was published since.
 * @throws when a server did not do it, so that the job is tried again
 */
export async function runWithdrawal(services: Services, withdrawal: Withdrawal): Promise<void> {
  const { tenantId, subject, hosts } = withdrawal;
  const kind = findConfigKind(withdrawal.kind);
  if (!kind) return;
  const ctx = systemCtx(services, 'config');
  const place = { tenantId, kind: kind.slug };
  const config = await findConfig(ctx.db, place);
  if ((config?.committedRevision ?? null) !== null || (await findRunning(ctx.db, place))) return;
  const path = publishedPath(tenantId, kind);
  const servers = await Promise.all(hosts.map((host) => ctx.ports.configPublishing.withdraw({ host }, path)));
  const failed = servers.filter(({ ok }) => !ok);
  if (failed.length > 0) {
    const names = failed.map(({ host }) => host).join(', ');
    throw new AppError('target_failed', `The file could not be taken off ${names}. It is tried again.`);
  }
  await inTransaction(ctx, async ({ record }) => {
    record({ action: 'config.withdrawn', subject, tenantId, after: { path, servers }, topics: configTopics(place) });
  });
}
