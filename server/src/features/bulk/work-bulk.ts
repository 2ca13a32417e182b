import { roleIncludes } from '@mission-control/contract/call';
import { bulkPath, stagesOf } from '@mission-control/contract/bulk/rules';
import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { isDatabaseDown } from '../../platform/database/postgres/database-down.ts';
import { inTransaction, inUnauditedTransaction, tenantRow, type Work } from '../../platform/database/transaction.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { AppError } from '../../platform/errors.ts';
import { roleOf } from '../auth/public.ts';
import type { Applied } from './facets.ts';
import { handlerOf, planTenants, storedJob, type Job } from './preview-bulk.ts';
import { InterruptedCommit, publishRow, recordIn } from './publish-row.ts';
import { factsOf, sendWork, stopIn, topicsOf } from './start-bulk.ts';
import {
  acquireBulkLease,
  claimRow,
  countRows,
  expireDeadBulkLeases,
  findBulk,
  listDue,
  listNext,
  lockBulk,
  releaseBulkLease,
  renewBulkLease,
  settleRow,
  updateBulk,
  type Bulk,
  type Row,
} from './queries.ts';

/** Maximum concurrent tenants. */
const CONCURRENT = 4;
/** Time slice, after which the work continues in another job so that other bulk changes can run. */
const SLICE_MS = 10_000;

/** Context of the work: it acts for the person who started it, whose role may have been reduced or removed since. */
async function ctxOf(services: Services, bulk: Bulk): Promise<Ctx> {
  const now = bulk.startedById === null ? null : await roleOf(services.db, bulk.startedById);
  const role = now !== null && roleIncludes(now, bulk.role) ? bulk.role : now;
  const may = role !== null && roleIncludes(role, 'operator');
  return {
    ...services,
    actor: { kind: 'user', id: bulk.startedById, name: bulk.startedBy, role: may ? role : null, sessionId: null },
    requestId: `bulk-${bulk.id}`,
    partOf: bulkPath(bulk.id),
  };
}

/**
 * Works on a bulk change until it ends, has to wait, or the time slice is over. Any number of processes may call it at any time: only one
 * works, and each tenant gets exactly one outcome, because the outcome is stored together with the change.
 */
export async function processBulk(services: Services, id: number): Promise<void> {
  await resumeStage(services, id);
  const bulk = await acquireBulkLease(services.db, id, services.processId);
  if (!bulk) return;
  const ctx = await ctxOf(services, bulk);
  try {
    if (ctx.actor.role === null)
      await stopRun(systemCtx(services, 'bulk'), id, `${bulk.startedBy} may no longer change tenants.`);
    await workThrough(ctx, await storedJob(ctx, bulk), id);
  } catch (error) {
    // The queue retries this job, and later the sweep does.
    await inUnauditedTransaction(ctx, ({ db }) => releaseBulkLease(db, id, ctx.processId));
    throw error;
  }
  await inUnauditedTransaction(ctx, async ({ db }) => {
    if (await releaseBulkLease(db, id, ctx.processId)) await sendWork(ctx, db, id);
  });
}

async function workThrough(ctx: Ctx, job: Job, id: number): Promise<void> {
  const end = ctx.clock.now().getTime() + SLICE_MS;
  while (ctx.clock.now().getTime() < end) {
    const bulk = await renewBulkLease(ctx.db, id, ctx.processId);
    if (!bulk) return;
    const next = await listNext(ctx.db, bulk, CONCURRENT);
    if (next.length > 0) {
      const results = await Promise.allSettled(next.map((tenantId) => changeTenant(ctx, job, bulk, tenantId)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      await stopAtFailures(ctx, id);
    } else if (bulk.state !== 'running' || !(await endStage(ctx, bulk))) return;
  }
}

/** Rolls back the transaction of a tenant that needs no change, or must not be started. */
class RowSkipped extends Error {}

type Outcome = Partial<Row> & Pick<Row, 'state'>;

/** Changes one tenant and stores the outcome in the same transaction; a commit follows in its own steps. */
async function changeTenant(ctx: Ctx, job: Job, bulk: Bulk, tenantId: number): Promise<void> {
  try {
    const begun = await beginRow(ctx, job, bulk, tenantId);
    if (begun?.row.state === 'running') await publishRow(ctx, job, begun.row, begun.wasInterrupted);
  } catch (error) {
    if (error instanceof InterruptedCommit || isPassing(error)) throw error;
    return settle(ctx, bulk, tenantId, { state: 'failed', reason: reasonOf(ctx, tenantId, error) });
  }
}

/** Transient: the database is down or busy. The tenant is retried. */
const isPassing = (error: unknown): boolean =>
  isDatabaseDown(error) || (error instanceof AppError && error.code === 'unavailable');

/** A tenant whose change fails unexpectedly must not hold up the others. */
function reasonOf(ctx: Ctx, tenantId: number, error: unknown): string {
  if (error instanceof AppError) return error.message;
  ctx.log.error({ err: error, tenantId, requestId: ctx.requestId }, 'a bulk change failed for a tenant');
  return `Something unexpected happened. The server log has the details under ${ctx.requestId}.`;
}

interface Begun {
  row: Row;
  /** True if a process that died had started it. */
  wasInterrupted: boolean;
}

/** Makes the change; the row is still `running` if a commit follows. */
async function beginRow(ctx: Ctx, job: Job, bulk: Bulk, tenantId: number): Promise<Begun | undefined> {
  const plan = (await planTenants(ctx, job, [tenantId])).get(tenantId);
  let settled: Row | undefined;
  let wasInterrupted = false;
  const work = async (tx: Work): Promise<void> => {
    const row = await claimRow(tx.db, bulk.id, tenantId);
    if (row?.state === 'running') [settled, wasInterrupted] = [row, true];
    if (!row || row.state === 'running') throw new RowSkipped();
    if (!plan) throw new AppError('not_found', 'The tenant no longer exists.');
    const shown = { shownBefore: plan.before, shownAfter: plan.after };
    if (plan.check === 'unchanged') {
      settled = { ...row, ...shown, state: 'unchanged', reason: plan.note, endedAt: ctx.clock.now() };
      throw new RowSkipped();
    }
    if (plan.check !== 'change') throw new AppError('conflict', plan.note ?? 'It cannot be changed.');
    const applied = await handlerOf(ctx, tx.db, job).apply(tx, tenantId, plan, row.seen);
    settled = { ...row, ...shown, ...outcomeOf(ctx, applied) };
    await settleRow(tx.db, row, settled);
  };
  try {
    // A commit changes nothing until it is published, and a validation changes nothing at all.
    if ((job.change.kind === 'commit' || job.change.kind === 'validate') && !job.back)
      await inUnauditedTransaction(ctx, ({ db, changed }) => {
        changed(...topicsOf(bulk.id));
        return work({ db, record: () => undefined });
      });
    else await inTransaction(ctx, (tx) => work({ db: tx.db, record: recordIn(tx, bulk.id) }), tenantRow(tenantId));
  } catch (error) {
    if (!(error instanceof RowSkipped)) throw error;
    if (settled?.state === 'unchanged') await settle(ctx, bulk, tenantId, settled);
  }
  return settled && { row: settled, wasInterrupted };
}

function outcomeOf(ctx: Ctx, { before, after, revision, commits, note }: Applied): Outcome {
  const facets = { before, after, revision, ...(note && { reason: note }) };
  return commits ? { ...facets, state: 'running' } : { ...facets, state: 'done', endedAt: ctx.clock.now() };
}

/** Stores an outcome without a change. */
async function settle(ctx: Ctx, bulk: Bulk, tenantId: number, outcome: Outcome): Promise<void> {
  await inUnauditedTransaction(ctx, async ({ db, changed }) => {
    const row = await claimRow(db, bulk.id, tenantId);
    if (!row) return;
    await settleRow(db, row, { ...outcome, endedAt: ctx.clock.now() });
    changed(...topicsOf(bulk.id));
  });
}

/** Stops the bulk change once as many tenants have failed as its stages allow. */
async function stopAtFailures(ctx: Ctx, id: number): Promise<void> {
  const bulk = await findBulk(ctx.db, id);
  const failed = (await countRows(ctx.db, [id])).get(id)?.failed ?? 0;
  if (bulk?.state !== 'running' || bulk.stages.stop_at === null || failed < bulk.stages.stop_at) return;
  await stopRun(ctx, id, failed === 1 ? 'Stopped at the first failure.' : `Stopped at ${failed} failures.`);
}

async function stopRun(ctx: Ctx, id: number, reason: string): Promise<void> {
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    const bulk = await lockBulk(db, id);
    if (bulk?.state !== 'running') return;
    await stopIn(ctx, db, bulk, reason);
    record({
      action: 'bulk.stopped',
      subject: bulk.title,
      after: { bulk: id, reason, part_of: bulkPath(id) },
      topics: topicsOf(id),
    });
  });
}

/** Ends a stage whose tenants are all done: the next one starts or waits. Returns whether there is more to do now. */
async function endStage(ctx: Ctx, bulk: Bulk): Promise<boolean> {
  const { id } = bulk;
  const isLast = bulk.stage + 1 >= stagesOf(bulk.tenants, bulk.stages).length;
  if (isLast) {
    await inTransactionIfChanged(ctx, async ({ db, record }) => {
      if ((await lockBulk(db, id))?.state !== 'running') return;
      await updateBulk(db, id, { state: 'done', endedAt: ctx.clock.now() });
      const { waiting: _waiting, running: _running, ...counts } = (await countRows(db, [id])).get(id) ?? {};
      const after = { bulk: id, ...factsOf(bulk), ...counts };
      record({ action: 'bulk.ended', subject: bulk.title, after, topics: topicsOf(id) });
    });
    return false;
  }
  const { pause_s } = bulk.stages;
  const resumesAt = pause_s === null ? null : new Date(ctx.clock.now().getTime() + pause_s * 1000);
  await inUnauditedTransaction(ctx, async ({ db, changed }) => {
    const now = await lockBulk(db, id);
    if (now?.state !== 'running' || now.stage !== bulk.stage) return;
    const waits = pause_s === 0 ? null : { state: 'waiting' as const, resumesAt };
    await updateBulk(db, id, { stage: bulk.stage + 1, ...waits });
    if (waits && resumesAt) await sendWork(ctx, db, id, resumesAt);
    changed(...topicsOf(id));
  });
  return pause_s === 0;
}

/** Starts the next stage when its pause is over. */
async function resumeStage(services: Services, id: number): Promise<void> {
  const bulk = await findBulk(services.db, id);
  const isOver = (one: Bulk | undefined) =>
    one?.state === 'waiting' && one.resumesAt !== null && one.resumesAt.getTime() <= services.clock.now().getTime();
  if (!bulk || !isOver(bulk)) return;
  await inUnauditedTransaction(systemCtx(services, 'bulk'), async ({ db, changed }) => {
    if (!isOver(await lockBulk(db, id))) return;
    await updateBulk(db, id, { state: 'running', resumesAt: null });
    changed(...topicsOf(id));
  });
}

/** Resumes bulk changes of dead processes, and stages that became due while no worker ran. */
export async function sweepBulk(services: Services): Promise<void> {
  for (const id of await listDue(services.db, services.clock.now())) {
    try {
      await processBulk(services, id);
    } catch (error) {
      // Continue with the others; the next minute's sweep retries.
      services.log.error({ err: error, bulk: id }, 'failed to continue a bulk change');
    }
  }
}

/** Immediately queues the work of dead processes. */
export async function resumeDeadBulk(services: Services): Promise<void> {
  await inUnauditedTransaction(systemCtx(services, 'bulk'), async ({ db }) => {
    for (const id of await expireDeadBulkLeases(db)) await sendWork(services, db, id);
  });
}
