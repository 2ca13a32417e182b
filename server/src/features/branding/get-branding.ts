import type { getBranding as call } from '@mission-control/contract/branding/calls';
import { DEFAULT_BRANDING } from '@mission-control/contract/branding/rules';
import type { Branding } from '@mission-control/contract/branding/schema';
import type { CallResponse } from '@mission-control/contract/call';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findBranding, listActiveTenants } from './queries.ts';
import { revisionOf } from './revisions.ts';

/** The saved branding of a tenant, with defaults for a tab that was never saved. @throws AppError('not_found') if neither was */
export async function getBranding(ctx: Ctx, tenantId: number): Promise<CallResponse<typeof call>> {
  const stored = await findBranding(ctx.db, tenantId);
  if (!stored) throw new AppError('not_found', `Tenant ${tenantId} has no saved branding: the defaults are in use.`);
  const { brand, email, branch } = stored;
  const data: Branding = {
    colors: brand?.colours ?? DEFAULT_BRANDING.colors,
    logo_url: brand?.logo ? ctx.ports.files.addressOf(brand.logo) : '',
    ...(brand?.content ?? { en: DEFAULT_BRANDING.en, cy: DEFAULT_BRANDING.cy }),
    email: email ?? DEFAULT_BRANDING.email,
  };
  return { data, branch, revisions: { brand: revisionOf(brand), email: revisionOf(email) } };
}

/** URL of the saved logo, or ''. */
export async function savedLogo(ctx: Ctx, tenantId: number): Promise<string> {
  const logo = (await findBranding(ctx.db, tenantId))?.brand?.logo;
  return logo ? ctx.ports.files.addressOf(logo) : '';
}

/** Ids of the tenants whose brandings are regenerated [RGN-18]. */
export async function listActiveBrandings(ctx: Ctx): Promise<{ tenants: number[] }> {
  return { tenants: await listActiveTenants(ctx.db) };
}
