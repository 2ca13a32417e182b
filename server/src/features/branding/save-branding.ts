import type { saveBranding as call } from '@mission-control/contract/branding/calls';
import type { CallInput } from '@mission-control/contract/call';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { brandOwner } from './brand-owner.ts';
import { generateBranding, type Generated } from './generate-branding.ts';
import { lockBranding, putBranding } from './queries.ts';
import { storeLogo } from './store-logo.ts';
import type { StoredBrand } from './tables.ts';

/**
 * Saves the Branding tab and generates the published files [BRD-13]. When the generation fails, what was saved stays saved, and the
 * error says so.
 */
export async function saveBranding(
  ctx: Ctx,
  tenantId: number,
  form: CallInput<typeof call>['body'],
  key?: string,
): Promise<{ logoUrl: string } & Generated> {
  const { colors: colours, app, branch, logo_url: logoUrl } = form.brandingData;
  const owner = await brandOwner(ctx, tenantId);
  const uploaded = form.logo ? await storeLogo(ctx, form.logo) : null;
  const brand = await inTransaction(ctx, async ({ db, record }): Promise<StoredBrand> => {
    const before = await lockBranding(db, tenantId);
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
    return after;
  });
  const generated = await generateBranding(ctx, { tenantId, app, branch, key }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details, output } = error;
    const facts = { details, ...(output !== undefined && { output }), cause: error };
    throw new AppError(code, `The settings are saved, but their files were not generated: ${message}`, facts);
  });
  return { logoUrl: brand.logo === null ? '' : ctx.ports.files.addressOf(brand.logo), ...generated };
}
