import { readViewFilter, type ViewFilter } from '@mission-control/contract/tenants/view-filter';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { savedViews, viewUses } from './tables.ts';

interface Uses {
  /** `alert-rule:12`, `alert-subscription:3` */
  usedBy: string;
  /** `the rule Sites down` */
  label: string;
  /** The person it belongs to. */
  userId?: number;
  viewIds: readonly number[];
}

/**
 * Replaces the views that something follows; while it does, they stay shared and cannot be deleted.
 * @param callerId must not learn the names of other people's private views
 * @throws AppError('bad_request') for a view that is gone, not shared, or cannot be followed
 */
export async function putViewUses(
  db: Transaction,
  callerId: number | null,
  { usedBy, label, userId, viewIds }: Uses,
): Promise<void> {
  await db.delete(viewUses).where(eq(viewUses.usedBy, usedBy));
  const ids = [...new Set(viewIds)];
  if (ids.length === 0) return;
  // Locked, so that it cannot be deleted or changed until this is stored.
  const found = await db.select().from(savedViews).where(inArray(savedViews.id, ids)).for('share');
  const seen = found.filter(({ shared, ownerId }) => shared || (ownerId !== null && ownerId === callerId));
  if (seen.length < ids.length) throw refused('A view was deleted, or is no longer shared. Choose another one.');
  for (const view of seen) {
    if (!view.shared) throw refused(`Share the view ${view.name} first, so that others can see what it lists.`);
    if (view.page !== 'tenants' || readViewFilter(view.search) === null)
      throw refused(`The view ${view.name} cannot be followed: ${WHY}`);
  }
  await db.insert(viewUses).values(ids.map((viewId) => ({ viewId, usedBy, label, userId })));
}

const WHY =
  'it must be a view of tenants that uses only search, filter, environment and inactive ones, not reports, attention, use or an earlier time.';

const refused = (message: string) => new AppError('bad_request', message, { fields: { 'scope.views': message } });

/** @throws AppError('refused') while something follows the view, if it would no longer be shared or followable */
export async function requireFollowable(
  db: Transaction,
  viewId: number,
  after: { shared: boolean; search: string } | null,
): Promise<void> {
  const uses = await db.select().from(viewUses).where(eq(viewUses.viewId, viewId)).orderBy(asc(viewUses.label));
  const labels = [...new Set(uses.map(({ label }) => label))].join(', ');
  if (labels === '') return;
  if (after === null) throw new AppError('refused', `This view is used by ${labels}. Change that first.`);
  if (!after.shared) throw new AppError('refused', `This view stays shared: it is used by ${labels}.`);
  if (readViewFilter(after.search) === null)
    throw new AppError('refused', `This view is used by ${labels}, which cannot follow it: ${WHY}`);
}

/** The tenants that these views list. */
export async function listFilters(db: Db, ids: readonly number[]): Promise<{ id: number; filter: ViewFilter }[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: savedViews.id, search: savedViews.search })
    .from(savedViews)
    .where(and(inArray(savedViews.id, [...ids]), eq(savedViews.page, 'tenants')));
  return found.flatMap(({ id, search }) => {
    const filter = readViewFilter(search);
    return filter === null ? [] : [{ id, filter }];
  });
}
