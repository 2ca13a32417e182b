import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findBrandOwner } from './queries.ts';

/** The tenant whose branding is worked on. @throws AppError('not_found'), AppError('refused') without HomePortal2 */
export async function brandOwner(ctx: Ctx, tenantId: number): Promise<{ name: string }> {
  const owner = await findBrandOwner(ctx.db, tenantId);
  if (!owner) throw new AppError('not_found', `There is no tenant ${tenantId}. It may have been deleted.`);
  if (!owner.hasHomePortal2)
    throw new AppError('refused', `${owner.name} has no HomePortal2 service, so it has no branding.`);
  return owner;
}
