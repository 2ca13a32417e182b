import { findConfigKind } from '@mission-control/contract/config/kinds';
import { systemCtx, type Ctx, type Services } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import { findConfigOwner } from '../queries.ts';
import { listUnwithdrawn, listWrittenHosts } from './queries-withdrawals.ts';
import { WITHDRAW_JOB, type Withdrawal } from './withdraw-configs.ts';
import { FOLLOW_TENANT, type FollowJob } from './withdraw-file.ts';

/** Younger failures are still being retried, every ten minutes at least. */
const MIN_AGE_MS = 50 * 60_000;
/** Per run. Other jobs may keep them waiting past the next run, which then sends none. */
const BATCH_SIZE = 200;

/** Sends withdrawals again that failed for longer than their job was retried: a server may be down for days. */
export async function resendWithdrawals(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'config');
  const before = new Date(ctx.clock.now().getTime() - MIN_AGE_MS);
  await inUnauditedTransaction(ctx, async ({ db }) => {
    for (const name of [FOLLOW_TENANT, WITHDRAW_JOB]) if (await ctx.jobs.hasRepeated(db, name)) return;
    for (const place of await listUnwithdrawn(db, before, BATCH_SIZE)) await resend(ctx, db, place);
  });
}

async function resend(ctx: Ctx, db: Transaction, place: ConfigPlace): Promise<void> {
  const kind = findConfigKind(place.kind);
  const owner = kind && (await findConfigOwner(db, place.tenantId, kind));
  if (!owner) return;
  if (owner.service) {
    const job: FollowJob = { tenant_id: place.tenantId, kind: place.kind };
    return ctx.jobs.send(db, FOLLOW_TENANT, job, { repeated: true });
  }
  const subject = `${owner.tenantName} ${kind.label} config`;
  const withdrawal: Withdrawal = { ...place, subject, hosts: await listWrittenHosts(db, place) };
  return ctx.jobs.send(db, WITHDRAW_JOB, withdrawal, { repeated: true });
}
