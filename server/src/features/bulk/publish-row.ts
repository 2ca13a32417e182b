import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { findConfigKind } from '@mission-control/contract/config/kinds';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, inUnauditedTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { commitConfig, isCommitting, listConfigsOf, restoreIn } from '../config/public.ts';
import type { ConfigFacet } from './facets.ts';
import type { Job } from './preview-bulk.ts';
import { claimRow, settleRow, type Row } from './queries.ts';
import { topicsOf } from './start-bulk.ts';

/**
 * Commits the revision of a tenant's row and stores the outcome. Idempotent: after a process has died, another one finds the
 * revision already committed, or commits it again with the same content.
 * @param wasInterrupted true if a process that died had started it
 * @throws InterruptedCommit while its commit is being finished, AppError as `commitConfig`
 */
export async function publishRow(ctx: Ctx, { change }: Job, row: Row, wasInterrupted: boolean): Promise<void> {
  if (!('config' in change) || row.revision === null) return;
  const place = { tenantId: row.tenantId, kind: change.config };
  if (wasInterrupted && (await isCommitting(ctx.db, place))) throw new InterruptedCommit();
  if (!(wasInterrupted && (await isCommitted(ctx, place, row.revision))))
    await commitConfig(ctx, { params: { id: place.tenantId, service: place.kind } }, row.revision);
  await finish(ctx, place, row);
}

/** The commit of a dead process is still being finished: the tenant is retried later. */
export class InterruptedCommit extends Error {}

interface Place {
  tenantId: number;
  kind: ConfigKindSlug;
}

async function isCommitted(ctx: Ctx, place: Place, revision: number): Promise<boolean> {
  const kind = findConfigKind(place.kind);
  const config = kind && (await listConfigsOf(ctx.db, kind, [place.tenantId])).get(place.tenantId)?.config;
  return config?.committedRevision === revision && config.committedHash === config.hash && !config.serversDiffer;
}

async function settleFailed(ctx: Ctx, row: Row, reason: string): Promise<void> {
  await inUnauditedTransaction(ctx, async ({ db, changed }) => {
    await settleRow(db, row, { state: 'failed', reason, endedAt: ctx.clock.now() });
    changed(...topicsOf(row.bulkId));
  });
}

/** Announces the bulk change with what is recorded. */
export const recordIn =
  ({ record }: Work, id: number): Work['record'] =>
  (entry) =>
    record({ ...entry, topics: [...entry.topics, ...topicsOf(id)] });

const isConfigFacet = (facet: Row['after']): facet is ConfigFacet => facet !== null && 'revision' in facet;

/** Marks the row as done; an undo first saves the previously uncommitted changes again. */
async function finish(ctx: Ctx, place: Place, row: Row): Promise<void> {
  const { after } = row;
  const done = { state: 'done' as const, endedAt: ctx.clock.now() };
  if (!isConfigFacet(after) || after.saveAgain === undefined) {
    await inUnauditedTransaction(ctx, async ({ db, changed }) => {
      await settleRow(db, row, done);
      changed(...topicsOf(row.bulkId));
    });
    return;
  }
  const { saveAgain: number, revision: base, committed } = after;
  await inTransaction(ctx, async (work) => {
    if (!(await claimRow(work.db, row.bulkId, row.tenantId))) throw new AppError('conflict', 'It is already done.');
    const undo = { db: work.db, record: recordIn(work, row.bulkId) };
    const { revision } = await restoreIn(ctx, undo, place, { number, base });
    const now: ConfigFacet = { revision, committed };
    await settleRow(work.db, row, { ...done, after: now, revision });
  }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return settleFailed(ctx, row, `The file was restored, but the saved changes were not: ${error.message}`);
  });
}
