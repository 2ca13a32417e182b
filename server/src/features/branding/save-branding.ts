import { notGenerated } from '@mission-control/contract/branding/rules';
import type { saveBranding as call } from '@mission-control/contract/branding/calls';
import type { CallInput } from '@mission-control/contract/call';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { hasRun, type Click, type StartedRun } from '../runs/public.ts';
import { brandOwner } from './brand-owner.ts';
import { generateBranding } from './generate-branding.ts';
import { lockBranding, putBranding } from './queries.ts';
import { refuseStale } from './revisions.ts';
import { storeLogo } from './store-logo.ts';
import type { StoredBrand } from './tables.ts';

/**
 * Saves the Branding tab and starts to generate the published files [BRD-13]. A click that arrives again is not saved again: somebody
 * else may have saved since.
 * @throws AppError('conflict') when the form was made on another revision
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

/** What was saved stays saved when the generation fails, and the error says so. */
export function asNotGenerated(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, details, output } = error;
  const facts = { details, ...(output !== undefined && { output }), cause: error };
  return new AppError(code, notGenerated(message), facts);
}

async function storeBranding(ctx: Ctx, tenantId: number, form: CallInput<typeof call>['body']): Promise<void> {
  const { colors: colours, branch, logo_url: logoUrl } = form.brandingData;
  const owner = await brandOwner(ctx, tenantId);
  const uploaded = form.logo ? await storeLogo(ctx, form.logo) : null;
  await inTransaction(ctx, async ({ db, record }) => {
    const before = await lockBranding(db, tenantId);
    refuseStale(before?.brand, form.revision);
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
      topics: ['brandings', `tenant:${tenantId}`],
    });
  });
}
