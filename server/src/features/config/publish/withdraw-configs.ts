import { CONFIG_KINDS, findConfigKind } from '@mission-control/contract/config/kinds';
import { systemCtx, type Ctx, type Services } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inUnauditedTransaction, type Work } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PublishTarget } from '../../../ports/config-publishing/port.ts';
import { endAbandoned } from './commit-config.ts';
import { listHosts } from '../../../fleet/queries-places.ts';
import { findRunning, type Publication } from './queries-publications.ts';
import {
  clearCommitted,
  insertWithdrawal,
  listReachable,
  listWrittenHosts,
  lockExisting,
} from './queries-withdrawals.ts';
import { publishedPath } from '../file/render-config.ts';
import { discardAbandoned } from './run-publication.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import { withdrawFile } from './withdraw-file.ts';

export const WITHDRAW_JOB = 'config.withdraw';

/** A file to remove from servers. */
export interface Withdrawal extends ConfigPlace {
  /** Display name of tenant and config. */
  subject: string;
  hosts: string[];
}

/**
 * Queues the withdrawal of the published configs of a service that is being deleted, in the deleting transaction. The saved
 * settings stay, uncommitted.
 * @throws AppError('conflict') while one of them is being published
 */
export async function withdrawConfigs(
  ctx: Ctx,
  { db }: Work,
  tenant: { id: number; name: string },
  { service, environmentIds }: { service: string; environmentIds: number[] },
): Promise<void> {
  const current = [...(await listHosts(db, environmentIds)).values()].flat();
  for (const kind of CONFIG_KINDS.filter((known) => known.service === service)) {
    const place = { tenantId: tenant.id, kind: kind.slug };
    const config = await lockExisting(db, place);
    if (!config) continue;
    if (await findRunning(db, place)) {
      throw new AppError('conflict', `The ${kind.label} config is being published. Try again in a minute.`);
    }
    const hosts = [...new Set([...current, ...(await listWrittenHosts(db, place))])].toSorted();
    await clearCommitted(db, place);
    // An imported config can be committed without a publication of ours.
    if (config.committedRevision === null && !config.serversDiffer) continue;
    const withdrawal: Withdrawal = { ...place, subject: `${tenant.name} ${kind.label} config`, hosts };
    await ctx.jobs.send(db, WITHDRAW_JOB, withdrawal, { persistent: true });
  }
}

/**
 * Removes the file from the servers, unless the service was added again and its config published since. Registered as the config's
 * running publication, so that no commit runs concurrently.
 * @throws if a server failed or a commit is running, so that the job is retried
 */
export async function runWithdrawal(services: Services, withdrawal: Withdrawal): Promise<void> {
  const ctx = systemCtx(services, 'config');
  const { tenantId, hosts, subject } = withdrawal;
  const kind = findConfigKind(withdrawal.kind);
  if (!kind) return;
  const path = publishedPath(tenantId, kind);
  // Without a target it is still recorded: from now on the config is on no server.
  const targets = await listReachable(ctx.db, hosts);
  const begun = await inUnauditedTransaction(ctx, ({ db }) => begin(ctx, db, { tenantId, kind: kind.slug }, targets));
  if (!begun) return;
  await Promise.all([
    withdrawFile(ctx, { publication: begun.publication, subject, path, targets }),
    discardAbandoned(ctx, targets, path, begun.abandoned),
  ]);
}

async function begin(
  ctx: Ctx,
  db: Transaction,
  place: ConfigPlace,
  targets: PublishTarget[],
): Promise<{ publication: Publication; abandoned: string[] } | null> {
  const config = await lockExisting(db, place);
  if (!config || config.committedRevision !== null || config.serversDiffer) return null;
  const abandoned = await endAbandoned(ctx, db, await findRunning(db, place));
  const publication = await insertWithdrawal(db, place, targets, {
    id: ctx.random.uuid(),
    revision: config.revision,
    startedAt: ctx.clock.now(),
    owner: ctx.processId,
    everywhere: true,
  });
  return { publication, abandoned };
}
