import { roleIncludes, type CallResponse, type CallInput } from '@mission-control/contract/call';
import type { listRuns } from '@mission-control/contract/runs/calls';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { createTopicCache } from '../../platform/events/topic-cache.ts';
import { processRuns, RunAborted } from './process-runs.ts';
import { listRunRows, listUsersToNotify, noteNotified, requestAbort, requireRun } from './queries.ts';
import { releaseRun } from './recover-runs.ts';

/** Runs per page. */
const PAGE = 50;

// Every page requests the runs whose end the user has not been notified of; there are almost never any.
const usersToNotify = createTopicCache([TOPIC.runs], listUsersToNotify);

/** A page of runs, newest first; `next` is the `before` of the page after it. */
export async function listRunPage(
  ctx: Ctx,
  filter: CallInput<typeof listRuns>['query'],
): Promise<CallResponse<typeof listRuns>> {
  const { untold, ...rest } = filter;
  const unreportedTo = untold === undefined ? undefined : (ctx.actor.id ?? 0);
  if (unreportedTo !== undefined && !(await usersToNotify.read(ctx.db, ctx.topicVersions)).has(unreportedTo))
    return { runs: [], next: null };
  const found = await listRunRows(ctx.db, { ...rest, unreportedTo }, PAGE + 1);
  const runs = found.slice(0, PAGE);
  return { runs, next: found.length > PAGE ? (runs.at(-1)?.id ?? null) : null };
}

/** @throws AppError('not_found') */
export async function getRun(ctx: Ctx, id: number): Promise<{ run: RunRow }> {
  return { run: await requireRun(ctx.db, id) };
}

/**
 * Requests the abort of a run; returns its current state, since its commands may take a moment. Ended runs are unchanged.
 * @throws AppError('role_denied') for another user's run without the right to run releases
 */
export async function abortRun(ctx: Ctx, id: number): Promise<{ run: RunRow }> {
  const run = await requireRun(ctx.db, id);
  const isManager = ctx.actor.role !== null && roleIncludes(ctx.actor.role, 'release-manager');
  if (!isManager && run.started_by !== ctx.actor.name) {
    throw new AppError('role_denied', `Only ${run.started_by} or a release manager may end this run.`);
  }
  if (run.outcome !== 'running' || run.aborted_by !== null) return { run };
  const isRequested = await inTransactionIfChanged(ctx, async ({ db, record }) => {
    if (!(await requestAbort(db, id, ctx.actor.name))) return;
    record({
      action: 'run.abort-requested',
      subject: `${run.kind} ${run.subject}`,
      ...(run.tenant_id !== null && { tenantId: run.tenant_id }),
      after: { run: id },
      topics: [TOPIC.runs, TOPIC.run(id)],
    });
  });
  // Another process learns of it from its next heartbeat.
  if (isRequested)
    processRuns(ctx)
      .active.get(id)
      ?.controller.abort(new RunAborted(`Aborted by ${ctx.actor.name}.`));
  return getRun(ctx, id);
}

/** Marks the end of a run as reported to the caller; returns the run. No effect on runs of others. @throws AppError('not_found') */
export async function tellRun(ctx: Ctx, id: number): Promise<{ run: RunRow }> {
  const found = await getRun(ctx, id);
  // Reading a notification is not an audited change.
  await inUnauditedTransaction(ctx, async ({ db, changed }) => {
    if (await noteNotified(db, id, ctx.actor.id ?? 0)) changed(TOPIC.runs);
  });
  return found;
}

/** Gives up an unseen run; returns its new state. @throws AppError('not_found'), AppError('refused') while it is seen */
export async function releaseUnseenRun(ctx: Ctx, id: number): Promise<{ run: RunRow }> {
  await requireRun(ctx.db, id);
  await releaseRun(ctx, id);
  return getRun(ctx, id);
}
