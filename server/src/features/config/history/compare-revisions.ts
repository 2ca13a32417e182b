import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import type { z } from 'zod';
import type { comparisonSchema } from '@mission-control/contract/config/history';
import type { Ctx } from '../../../platform/context.ts';
import { requireConfig } from '../config-owner.ts';
import { findConfig, listKeys } from '../queries.ts';
import { findCommittedAt, findSavedAt, listNetChanges } from './queries-history.ts';
import { itemsAt, realChanges, requireRevision } from './revision-state.ts';
import type { Change } from './save-diff.ts';
import { maskedChange, type ConfigPlace } from '../file/stored-items.ts';

/**
 * The settings that differ between two revisions, in either order, secrets masked. Revision 0 is empty.
 * @throws AppError('not_found') also if the config has no such revision
 */
export async function compareRevisions(
  ctx: Ctx,
  { params: { id: tenantId, service: slug }, query: range }: CallInput<typeof calls.compareRevisions>,
): Promise<z.output<typeof comparisonSchema>> {
  const { place } = await requireConfig(ctx.db, tenantId, slug);
  const config = await findConfig(ctx.db, place);
  const saved = config?.revision ?? 0;
  const to = range.to ?? saved;
  const from = range.from ?? defaultFrom(to, config?.committedRevision ?? null);
  requireRevision(Math.max(from, to), saved);
  const keys = await listKeys(ctx.db, slug);
  const changes = await changesBetween(ctx, place, { from, to, saved });
  return { from, to, changes: changes.map((change) => maskedChange(change, keys)) };
}

/** Default for `from`: the committed revision, or the one before `to`. */
function defaultFrom(to: number, committed: number | null): number {
  return committed === null || committed === to ? Math.max(0, to - 1) : committed;
}

interface Span {
  from: number;
  to: number;
  saved: number;
}

async function changesBetween(ctx: Ctx, place: ConfigPlace, { from, to, saved }: Span): Promise<Change[]> {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const changes =
    first === 0
      ? await everythingAt(ctx, place, { number: last, saved })
      : realChanges(ctx.secrets, place, await listNetChanges(ctx.db, place, first, last));
  if (from <= to) return changes;
  return changes.map(({ key, before, after }) => ({ key, before: after, after: before }));
}

/** The diff from empty to a revision, computed from its items: imported items are in no revision's diff. */
async function everythingAt(ctx: Ctx, place: ConfigPlace, at: { number: number; saved: number }): Promise<Change[]> {
  const items = await itemsAt(ctx.db, ctx.secrets, place, at);
  return [...items.values()]
    .map((item) => ({ key: item.key, before: null, after: item }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** The revision that was saved at a time, and the one on the servers then. @throws AppError('not_found') */
export async function getConfigAsOf(
  ctx: Ctx,
  { params: { id: tenantId, service: slug }, query }: CallInput<typeof calls.getConfigAsOf>,
): Promise<CallResponse<typeof calls.getConfigAsOf>> {
  const { place } = await requireConfig(ctx.db, tenantId, slug);
  const at = new Date(query.at);
  const facts = (found: { number: number; by: string; at: Date } | undefined) =>
    found ? { ...found, at: found.at.toISOString() } : null;
  return {
    saved: facts(await findSavedAt(ctx.db, place, at)),
    committed: facts(await findCommittedAt(ctx.db, place, at)),
  };
}
