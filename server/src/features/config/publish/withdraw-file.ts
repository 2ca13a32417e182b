import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inTransaction, inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PublishTarget } from '../../../ports/config-publishing/port.ts';
import { configTopics } from '../config-owner.ts';
import { endPublication, renewLease, type Publication } from './queries-publications.ts';

/** Job that brings published configs in line with their tenant. */
export const FOLLOW_TENANT = 'config.follow-tenant';

/** Without `kind`: all configs of the tenant. */
export interface FollowJob {
  tenant_id: number;
  kind?: ConfigKindSlug;
}

/** A withdrawal is registered as the config's running publication, so that no commit runs concurrently. */
export interface WithdrawalWork {
  publication: Publication;
  subject: string;
  path: string;
  targets: PublishTarget[];
}

/**
 * Removes the file from all servers; without any, nothing is audited.
 * @throws AppError('target_failed') naming the servers that may still have it
 */
export async function withdrawFile(ctx: Ctx, { publication, subject, path, targets }: WithdrawalWork): Promise<void> {
  // If this process was suspended, another one may have taken over and own the file by now.
  if (!(await renewLease(ctx.db, publication))) throw takenOver(subject);
  const outcomes = await Promise.all(targets.map((target) => ctx.ports.configPublishing.withdraw(target, path)));
  const kept = outcomes.flatMap((server) => (server.ok ? [] : [`${server.host} (${server.error.replace(/\.$/, '')})`]));
  const finishedAt = ctx.clock.now();
  const others = publication.outcome?.filter(({ host }) => targets.every((target) => target.host !== host)) ?? [];
  const outcome = [...outcomes, ...others];
  if (kept.length > 0) {
    await inUnauditedTransaction(ctx, ({ db }) =>
      endPublication(db, publication, { state: 'failed', finishedAt, outcome }),
    );
    throw new AppError('target_failed', `Not withdrawn from ${kept.join(', ')}.`);
  }
  const end = async ({ db }: { db: Transaction }) => {
    if (!(await endPublication(db, publication, { state: 'done', finishedAt, outcome }))) throw takenOver(subject);
  };
  if (targets.length === 0) return inUnauditedTransaction(ctx, end);
  await inTransaction(ctx, async ({ db, record }) => {
    await end({ db });
    const { tenantId } = publication;
    const after = { servers: targets.map((target) => target.host) };
    record({ action: 'config.withdrawn', subject, tenantId, after, topics: configTopics(publication) });
  });
}

const takenOver = (subject: string): AppError =>
  new AppError('conflict', `Another process has taken over the withdrawal of the ${subject}.`);

/** Ends a withdrawal whose process died and queues the follow-up job of its config again. */
export async function resumeWithdrawal(ctx: Ctx, publication: Publication): Promise<{ state: string }> {
  const job: FollowJob = { tenant_id: publication.tenantId, kind: publication.kind };
  await inUnauditedTransaction(ctx, async ({ db }) => {
    await endPublication(db, publication, { state: 'failed', finishedAt: ctx.clock.now() });
    await ctx.jobs.send(db, FOLLOW_TENANT, job, { persistent: true });
  });
  return { state: 'superseded' };
}
