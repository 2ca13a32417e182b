import type { CallInput } from '@mission-control/contract/call';
import type { findSequence as findCall, noteSequence as noteCall } from '@mission-control/contract/runs/calls';
import type { NewSequence, SequenceItem, SequenceRow } from '@mission-control/contract/runs/sequence';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { AppError } from '../../platform/errors.ts';
import {
  closeSequence,
  insertSequence,
  newestSequence,
  putRefusal,
  runsOfSequence,
  sequenceByKey,
  type StoredSequence,
} from './queries-sequence.ts';

/** Stores a sequence that a browser is about to run; the same key returns the same sequence. */
export async function startSequence(ctx: Ctx, wanted: NewSequence): Promise<{ sequence: SequenceRow }> {
  const { key, kind, facts, items } = wanted;
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    const started = { startedBy: ctx.actor.name, startedAt: ctx.clock.now() };
    if (!(await insertSequence(db, { ...wanted, ...started }))) return;
    record({
      action: 'sequence.started',
      subject: `${kind} of ${items.length}`,
      // Apart, because the browser names the facts.
      after: { key, facts, items: items.map(({ item }) => item) },
      topics: [TOPIC.runs],
    });
  });
  return { sequence: await toWire(ctx, await requireSequence(ctx, key)) };
}

/** A sequence by its key, or the newest of a kind; null without one. */
export async function findSequence(
  ctx: Ctx,
  { kind, key }: CallInput<typeof findCall>['query'],
): Promise<{ sequence: SequenceRow | null }> {
  const found = await (key === undefined ? newestSequence(ctx.db, kind) : sequenceByKey(ctx.db, key));
  return { sequence: found?.kind === kind ? await toWire(ctx, found) : null };
}

/** Records a rejected item, or closes the sequence unless it is closed. @throws AppError('not_found') */
export async function noteSequence(
  ctx: Ctx,
  key: string,
  note: CallInput<typeof noteCall>['body'],
): Promise<{ sequence: SequenceRow }> {
  const { kind, items } = await requireSequence(ctx, key);
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    const base = { subject: `${kind} of ${items.length}`, topics: [TOPIC.runs] };
    if ('refused' in note) {
      const { item, reason } = note.refused;
      if (!items.some((known) => known.item === item))
        throw new AppError('not_found', `The sequence has no item ${item}.`);
      await putRefusal(db, key, item, reason);
      record({ ...base, action: 'sequence.item-refused', after: { key, ...note.refused } });
    } else if (await closeSequence(db, key, ctx.clock.now()))
      record({ ...base, action: 'sequence.closed', after: { key } });
  });
  return { sequence: await toWire(ctx, await requireSequence(ctx, key)) };
}

async function requireSequence(ctx: Ctx, key: string): Promise<StoredSequence> {
  const found = await sequenceByKey(ctx.db, key);
  if (!found) throw new AppError('not_found', 'There is no such sequence.');
  return found;
}

/** Each item with its state: a run takes precedence over a rejection, which may come from a late browser. */
async function toWire(ctx: Ctx, stored: StoredSequence): Promise<SequenceRow> {
  const runs = await runsOfSequence(ctx.db, stored.key);
  const ran = new Map(runs.map((run) => [run.item, run]));
  const refusals = new Map(Object.entries(stored.refusals));
  const times = [stored.startedAt, ...runs.map((run) => run.endedAt ?? run.startedAt)];
  const items = stored.items.map(({ item, name }): SequenceItem => {
    const run = ran.get(item);
    const refusal = refusals.get(item);
    if (!run) {
      const state = refusal === undefined ? 'waiting' : 'failed';
      return { item, name, state, run_id: null, error: refusal ?? null, seconds: null };
    }
    const state = run.outcome === 'running' || run.outcome === 'succeeded' ? run.outcome : 'failed';
    const ms = run.endedAt === null ? null : run.endedAt.getTime() - run.startedAt.getTime();
    const seconds = ms === null ? null : Math.max(1, Math.round(ms / 1000));
    return { item, name, state, run_id: run.id, error: run.error, seconds };
  });
  const activeAt = Math.max(...times.map(Number));
  return {
    key: stored.key,
    kind: stored.kind,
    facts: stored.facts,
    items,
    started_by: stored.startedBy,
    started_at: stored.startedAt.toISOString(),
    active_at: new Date(activeAt).toISOString(),
    idle_ms: Math.max(0, ctx.clock.now().getTime() - activeAt),
    closed_at: stored.closedAt?.toISOString() ?? null,
  };
}
