import type { saveBranding as call } from '@mission-control/contract/branding/calls';
import { notGenerated } from '@mission-control/contract/branding/rules';
import type { CallInput } from '@mission-control/contract/call';
import { TOPIC } from '@mission-control/contract/topics';
import { hash } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, tenantRow } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { hasRun, type Click, type StartedRun } from '../runs/public.ts';
import { generateBranding } from './generate-branding.ts';
import { lockBranding, putBranding } from './queries.ts';
import { reencodeLogo } from './reencode-logo.ts';
import { brandOwner, rejectStale } from './revisions.ts';
import type { StoredBrand } from './tables.ts';

/**
 * Stores an uploaded logo under a content-hashed name and returns its path. It is never removed, because sent e-mails refer to it.
 */
export async function storeLogo(ctx: Ctx, file: Blob): Promise<string> {
  const picture = await reencodeLogo(file);
  const path = `logos/${hash('sha256', picture).slice(0, 32)}.png`;
  await ctx.ports.files.put(path, picture);
  return path;
}

/**
 * Saves the Branding tab and starts generating the published files [BRD-13]. A repeated click is not saved again, since somebody
 * else may have saved in the meantime.
 * @throws AppError('conflict') if the form is based on a stale revision
 */
export async function saveBranding(
  ctx: Ctx,
  tenantId: number,
  form: CallInput<typeof call>['body'],
  click: Click = {},
): Promise<StartedRun> {
  const { app, branch } = form.brandingData;
  if (!(await hasRun(ctx, click))) await storeBranding(ctx, tenantId, form);
  return generateBranding(ctx, { tenantId, app, branch, click, saved: true }).catch((error: unknown) => {
    throw asNotGenerated(error);
  });
}

/** Adds to an error that the settings are saved although the generation failed. */
export function asNotGenerated(error: unknown): unknown {
  // Not for a process that stops: another one may be generating.
  if (!(error instanceof AppError) || error.code === 'unavailable') return error;
  const { code, message, details, output } = error;
  const facts = { details, ...(output !== undefined && { output }), cause: error };
  return new AppError(code, notGenerated(message), facts);
}

async function storeBranding(ctx: Ctx, tenantId: number, form: CallInput<typeof call>['body']): Promise<void> {
  const { colors: colours, branch, logo_url: logoUrl } = form.brandingData;
  const owner = await brandOwner(ctx, tenantId);
  const uploaded = form.logo ? await storeLogo(ctx, form.logo) : null;
  await inTransaction(
    ctx,
    async ({ db, record }) => {
      const before = await lockBranding(db, tenantId);
      rejectStale(before?.brand, form.revision);
      const kept = logoUrl === '' ? null : (before?.brand?.logo ?? null);
      const after: StoredBrand = { colours, content: form.contentData, logo: uploaded ?? kept };
      const changed = { updatedAt: ctx.clock.now(), updatedBy: ctx.actor.name };
      await putBranding(db, { tenantId, brand: after, branch, ...changed });
      record({
        action: 'branding.saved',
        subject: owner.name,
        tenantId,
        before: before?.brand ? { ...before.brand, branch: before.branch } : null,
        after: { ...after, branch },
        topics: [TOPIC.brandings, TOPIC.tenant(tenantId)],
      });
    },
    tenantRow(tenantId),
  );
}
