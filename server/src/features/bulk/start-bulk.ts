import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/bulk/calls';
import { bulkPath, stagesOf } from '@mission-control/contract/bulk/rules';
import type { BulkChange } from '@mission-control/contract/bulk/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { jobOf, noBulk, sealAction } from './preview-bulk.ts';
import {
  countRows,
  findBulk,
  findByKey,
  insertBulk,
  insertBulkRows,
  listBulks,
  listFacts,
  listRows,
  listUndos,
  lockBulk,
  rowToWire,
  skipWaiting,
  toWire,
  updateBulk,
  type Bulk,
} from './queries.ts';

/** Kind of the job that works through a bulk change. */
export const WORK_JOB = 'bulk.work';
export interface WorkJob {
  id: number;
}

const PAGE = 50;

export const topicsOf = (id: number) => [TOPIC.bulks, TOPIC.bulk(id)];

/** Audit data of a bulk change. */
export const factsOf = (bulk: Bulk) => ({
  part_of: bulkPath(bulk.id),
  action: bulk.action.kind,
  tenants: bulk.tenants,
  stages: bulk.stages,
  ...(bulk.undoOf !== null && { undo_of: bulk.undoOf }),
  ...(bulk.retryOf !== null && { retry_of: bulk.retryOf }),
});

/**
 * Stores a bulk change with a row for each tenant, and queues its work. A repeated key returns the bulk change that it started.
 * @throws AppError('conflict') naming tenants that do not exist or are not part of the undo or retry; and as `jobOf`
 */
export async function startBulk(ctx: Ctx, { body }: CallInput<typeof calls.startBulk>): Promise<{ bulk: BulkChange }> {
  if (!(await findByKey(ctx.db, body.key))) await inTransactionIfChanged(ctx, (work) => store(ctx, work, body));
  const bulk = await findByKey(ctx.db, body.key);
  if (!bulk) throw new Error('The bulk change was not stored.');
  return getBulk(ctx, bulk.id);
}

async function store(
  ctx: Ctx,
  { db, record }: Work,
  { key, action, tenants, stages }: CallInput<typeof calls.startBulk>['body'],
): Promise<void> {
  const job = await jobOf(ctx, db, action);
  const about = job.tenants && new Set(job.tenants);
  const facts = await listFacts(
    db,
    tenants.map(({ id }) => id),
  );
  const missing = tenants.filter(({ id }) => !facts.has(id) || (about && !about.has(id))).map(({ id }) => id);
  if (missing.length > 0)
    throw new AppError('conflict', `Cannot be changed: tenants ${missing.slice(0, 20).join(', ')}. Preview again.`);
  const bulk = await insertBulk(db, {
    key,
    action: sealAction(ctx, key, job.action),
    title: job.title,
    stages,
    tenants: tenants.length,
    undoOf: job.undoOf,
    retryOf: job.retryOf,
    state: 'running',
    startedBy: ctx.actor.name,
    startedById: ctx.actor.id,
    role: ctx.actor.role ?? 'viewer',
    startedAt: ctx.clock.now(),
  });
  // A concurrent request of the same click was faster.
  if (!bulk) return;
  const sizes = stagesOf(tenants.length, stages);
  const stageOfPosition = sizes.flatMap((stage, index) => Array.from({ length: stage.tenants }, () => index));
  await insertBulkRows(
    db,
    tenants.map(({ id, seen }, position) => ({
      bulkId: bulk.id,
      tenantId: id,
      tenantName: facts.get(id)?.name ?? '',
      production: facts.get(id)?.staging === false,
      position,
      stage: stageOfPosition[position] ?? 0,
      state: 'waiting' as const,
      seen: seen ?? null,
    })),
  );
  await sendWork(ctx, db, bulk.id);
  record({
    action: 'bulk.started',
    subject: bulk.title,
    after: { bulk: bulk.id, ...factsOf(bulk) },
    topics: topicsOf(bulk.id),
  });
}

/** Queues the job that processes a bulk change. */
export const sendWork = (ctx: Pick<Ctx, 'jobs'>, db: Work['db'], id: number, at?: Date): Promise<void> => {
  const job: WorkJob = { id };
  return ctx.jobs.send(db, WORK_JOB, job, at && { at });
};

/** @throws AppError('not_found') */
export async function getBulk(ctx: Ctx, id: number): Promise<{ bulk: BulkChange }> {
  const bulk = await findBulk(ctx.db, id);
  const [wire] = bulk ? await describe(ctx, [bulk]) : [];
  if (!wire) throw noBulk(id);
  return { bulk: wire };
}

async function describe(ctx: Ctx, bulks: readonly Bulk[]): Promise<BulkChange[]> {
  const ids = bulks.map(({ id }) => id);
  const counts = await countRows(ctx.db, ids);
  const undos = await listUndos(ctx.db, ids);
  return bulks.flatMap((bulk) => {
    const rows = counts.get(bulk.id);
    return rows ? [toWire(bulk, rows, undos.get(bulk.id))] : [];
  });
}

export async function listBulkPage(ctx: Ctx, { before }: { before?: number | undefined }) {
  const found = await listBulks(ctx.db, PAGE + 1, before);
  const page = found.slice(0, PAGE);
  return { bulks: await describe(ctx, page), next: found.length > PAGE ? (page.at(-1)?.id ?? null) : null };
}

/** @throws AppError('not_found') */
export async function listBulkRows(ctx: Ctx, id: number) {
  if (!(await findBulk(ctx.db, id))) throw noBulk(id);
  return { rows: (await listRows(ctx.db, id)).map(rowToWire) };
}

const TRANSITIONS = {
  pause: { from: ['running', 'waiting'], action: 'bulk.paused' },
  continue: { from: ['paused', 'waiting'], action: 'bulk.continued' },
  stop: { from: ['running', 'waiting', 'paused'], action: 'bulk.stopped' },
} as const;

/**
 * Pauses, resumes or stops a bulk change; tenants in progress are finished.
 * @throws AppError('not_found'), AppError('conflict') if its state does not allow it
 */
export async function controlBulk(
  ctx: Ctx,
  { params: { id }, body: { do: step } }: CallInput<typeof calls.controlBulk>,
): Promise<{ bulk: BulkChange }> {
  const { from, action } = TRANSITIONS[step];
  await inTransaction(ctx, async ({ db, record }) => {
    const bulk = await lockBulk(db, id);
    if (!bulk) throw noBulk(id);
    if (!from.some((state) => state === bulk.state))
      throw new AppError('conflict', `Bulk change ${id} is already ${bulk.state}.`);
    if (step === 'pause') await updateBulk(db, id, { state: 'paused', resumesAt: null });
    if (step === 'continue') {
      await updateBulk(db, id, { state: 'running', resumesAt: null });
      await sendWork(ctx, db, id);
    }
    if (step === 'stop') await stopIn(ctx, db, bulk, `Stopped by ${ctx.actor.name}.`);
    record({ action, subject: bulk.title, after: { bulk: id, part_of: bulkPath(id) }, topics: topicsOf(id) });
  });
  return getBulk(ctx, id);
}

/** Ends a bulk change and skips its waiting tenants. */
export async function stopIn(ctx: Ctx, db: Work['db'], bulk: Bulk, reason: string): Promise<void> {
  await skipWaiting(db, bulk.id);
  await updateBulk(db, bulk.id, { state: 'stopped', reason, resumesAt: null, endedAt: ctx.clock.now() });
}
