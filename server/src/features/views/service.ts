import { roleIncludes, type Role } from '@mission-control/contract/call';
import { TOPIC } from '@mission-control/contract/topics';
import {
  MAX_VIEWS,
  type NewView,
  type SavedView,
  type ViewChange,
  type ViewUse,
} from '@mission-control/contract/views/schema';
import type { Ctx } from '../../platform/context.ts';
import { isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { lockCaller } from '../auth/public.ts';
import {
  countViews,
  deleteOrphans,
  deleteOtherUses,
  deleteViewRow,
  findView,
  insertView,
  putUse,
  selectViews,
  updateView,
  type UsedView,
} from './queries.ts';
import { requireFollowable } from './queries-uses.ts';

const topics = [TOPIC.views];

const personOf = (ctx: Ctx): number => {
  if (ctx.actor.id === null) throw new AppError('role_denied', 'Views require a user session.');
  return ctx.actor.id;
};

const has = (ctx: Ctx, role: Role): boolean => ctx.actor.role !== null && roleIncludes(ctx.actor.role, role);

const viewOf = (row: UsedView, userId: number): SavedView => ({
  _id: row.id,
  page: row.page,
  name: row.name,
  search: row.search,
  shared: row.shared,
  owner: row.owner,
  own: row.ownerId === userId,
  pinned: row.pinned,
  start: row.start,
  revision: row.revision,
});

const auditFacts = ({ page, name, search, shared }: UsedView) => ({ page, name, search, shared });

/** The caller's own views and those shared by others. */
export async function listViews(ctx: Ctx): Promise<{ data: SavedView[] }> {
  const userId = personOf(ctx);
  return { data: (await selectViews(ctx.db, userId)).map((row) => viewOf(row, userId)) };
}

function requireSharing(ctx: Ctx): void {
  if (!has(ctx, 'operator')) throw refused('shared', 'Sharing a view needs the role operator.');
}

const refused = (field: string, message: string) => new AppError('refused', message, { fields: { [field]: message } });

const taken = (name: string, cause: unknown) => {
  const message = `You already have a view named ${name} on this page.`;
  return new AppError('conflict', message, { cause, fields: { name: message } });
};

/** Stores a view of the caller, pinned. @throws AppError('conflict') for a taken name; AppError('refused') beyond the limit */
export async function saveView(ctx: Ctx, body: NewView): Promise<SavedView> {
  const userId = personOf(ctx);
  if (body.shared) requireSharing(ctx);
  return inTransaction(ctx, async ({ db, record }) => {
    await lockCaller(ctx, db);
    await deleteOrphans(db);
    const row = await insertView(db, { ...body, ownerId: userId, owner: ctx.actor.name });
    if ((await countViews(db, userId)) > MAX_VIEWS)
      throw new AppError('refused', `A person can have at most ${MAX_VIEWS} views. Delete one first.`);
    const use = { pinned: true, start: false };
    await putUse(db, userId, row.id, use);
    const made = { ...row, ...use };
    record({ action: 'view.saved', subject: row.name, after: auditFacts(made), topics });
    return viewOf(made, userId);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken(body.name, error) : error;
  });
}

async function requireView(db: Transaction, userId: number, id: number): Promise<UsedView> {
  const view = await findView(db, userId, id);
  if (!view) throw new AppError('not_found', 'There is no such view: it was deleted, or is no longer shared.');
  return view;
}

/** A view that the caller may change. */
async function requireOwnView(ctx: Ctx, db: Transaction, id: number): Promise<UsedView> {
  const userId = personOf(ctx);
  const view = await requireView(db, userId, id);
  if (view.ownerId !== userId && !has(ctx, 'admin'))
    throw new AppError('role_denied', `This view belongs to ${view.owner}. Save a copy of your own.`);
  return view;
}

/**
 * Changes a view.
 * @throws AppError('refused') if a rule could not follow it; AppError('conflict') if it was changed since, or for a taken name
 */
export async function changeView(ctx: Ctx, id: number, { revision, ...set }: ViewChange): Promise<SavedView> {
  return inTransaction(ctx, async ({ db, record }) => {
    const before = await requireOwnView(ctx, db, id);
    if (set.shared && !before.shared) requireSharing(ctx);
    if (before.revision !== revision)
      throw new AppError('conflict', 'This view has changed since you loaded it. Load it again.');
    await requireFollowable(db, id, set);
    const after = { ...before, ...set, revision: revision + 1 };
    await updateView(db, id, { ...set, revision: after.revision });
    if (before.shared && !after.shared) await deleteOtherUses(db, id, after.ownerId);
    record({
      action: 'view.changed',
      subject: after.name,
      before: auditFacts(before),
      after: auditFacts(after),
      topics,
    });
    return viewOf(after, personOf(ctx));
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken(set.name, error) : error;
  });
}

/** Deletes a view for everybody. @throws AppError('refused') while a rule follows it */
export async function deleteView(ctx: Ctx, id: number): Promise<Record<string, never>> {
  await inTransaction(ctx, async ({ db, record }) => {
    const view = await requireOwnView(ctx, db, id);
    await requireFollowable(db, id, null);
    await deleteViewRow(db, id);
    record({ action: 'view.deleted', subject: view.name, before: auditFacts(view), topics });
  });
  return {};
}

/** Pins a view, or makes it the start page, for the caller only. */
export async function useView(ctx: Ctx, id: number, change: ViewUse): Promise<SavedView> {
  const userId = personOf(ctx);
  return inTransaction(ctx, async ({ db, record }) => {
    const view = await requireView(db, userId, id);
    const { pinned, start } = view;
    const use = { pinned: change.pinned ?? pinned, start: change.start ?? start };
    await putUse(db, userId, id, use);
    record({ action: 'view.used', subject: view.name, before: { pinned, start }, after: use, topics });
    return viewOf({ ...view, ...use }, userId);
  });
}
