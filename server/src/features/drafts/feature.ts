import { tenantOfPage } from '@mission-control/contract/drafts/pages';
import { type DraftBody, MAX_DRAFTS, type StoredDraft, DRAFT_DAYS } from '@mission-control/contract/drafts/schema';
import * as calls from '@mission-control/contract/drafts/calls';
import { requireTenant } from '../../fleet/queries-tenants.ts';
import { limitCalls } from '../../platform/calls/limit-calls.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { deleteDraftRow, findDraft, putDraft, type DraftRow, purgeDrafts } from './queries.ts';

/** A page saves at most once a second; people may have several open. */
const CALLS_A_MINUTE = 240;

/** The caller. @throws AppError('role_denied') for jobs, AppError('too_many_attempts') */
function personOf(ctx: Ctx): number {
  const { kind, id } = ctx.actor;
  if (kind !== 'user' || id === null) throw new AppError('role_denied', 'Drafts require a user session.');
  limitCalls(ctx, `draft ${id}`, CALLS_A_MINUTE, 'You save drafts too often');
  return id;
}

/** Ciphertext is bound to the person and the page. */
const placeOf = (userId: number, page: string): string => `draft|${userId}|${page}`;

const stampOf = ({ version, savedAt }: DraftRow) => ({ version, saved_at: savedAt.toISOString() });

async function requirePage(ctx: Ctx, page: string): Promise<number | null> {
  const tenantId = tenantOfPage(page);
  if (tenantId !== null) await requireTenant(ctx.db, tenantId);
  return tenantId;
}

/** The caller's draft of a page. @throws AppError('not_found') when its tenant is deleted */
export async function getDraft(ctx: Ctx, page: string): Promise<{ person: number; draft: StoredDraft | null }> {
  const person = personOf(ctx);
  await requirePage(ctx, page);
  const row = await findDraft(ctx.db, person, page);
  if (!row) return { person, draft: null };
  const { base, writer } = row;
  const value = ctx.secrets.decrypt(row.value, placeOf(person, page));
  return { person, draft: { ...stampOf(row), value, base, writer } };
}

/**
 * Stores the caller's draft of a page. Idempotent: a save that is not newer than the writer's last one changes nothing.
 * @throws AppError('conflict') if another writer has stored a version that this one does not know
 */
export async function saveDraft(ctx: Ctx, page: string, body: DraftBody): Promise<ReturnType<typeof stampOf>> {
  const userId = personOf(ctx);
  if (body.person !== userId) throw new AppError('refused', 'These edits were made by somebody else.');
  const tenantId = await requirePage(ctx, page);
  const { base, writer, turn, known } = body;
  const value = ctx.secrets.encrypt(body.value, placeOf(userId, page));
  const savedAt = ctx.clock.now();
  const row = { userId, page, tenantId, value, base, writer, turn, savedAt };
  const stored = await putDraft(ctx.db, row, { known, keep: MAX_DRAFTS });
  if (stored) return stampOf(stored);
  const other = await findDraft(ctx.db, userId, page);
  if (other?.writer === writer) return stampOf(other);
  throw overtaken(other);
}

/** Deletes the caller's draft of a page if it is the version the caller knows; a no-op without one. @throws AppError('conflict') */
export async function deleteDraft(ctx: Ctx, page: string, version: number): Promise<Record<string, never>> {
  const userId = personOf(ctx);
  const isDeleted = await deleteDraftRow(ctx.db, userId, page, version);
  const left = isDeleted ? undefined : await findDraft(ctx.db, userId, page);
  if (left) throw overtaken(left);
  return {};
}

const overtaken = (other: DraftRow | undefined): AppError =>
  new AppError('conflict', 'You have since edited this page in another tab or browser.', {
    ...(other && { details: stampOf(other) }),
  });

export const draftFeature = {
  routes: [
    handle(calls.getDraft, (ctx, { params }) => getDraft(ctx, params.page)),
    handle(calls.saveDraft, (ctx, { params, body }) => saveDraft(ctx, params.page, body)),
    handle(calls.deleteDraft, (ctx, { params, query }) => deleteDraft(ctx, params.page, query.version)),
  ],
  jobs: ({ db, clock }): JobKind<object>[] => {
    const oldest = () => new Date(clock.now().getTime() - DRAFT_DAYS * DAY_MS);
    return [{ name: 'drafts.purge', schedule: '41 3 * * *', run: () => purgeDrafts(db, oldest()) }];
  },
} satisfies Feature;
