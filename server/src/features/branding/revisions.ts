import type { EmailSettings } from '@mission-control/contract/branding/schema';
import { hash } from 'node:crypto';
import { noTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findBrandOwner } from './queries.ts';
import type { StoredBrand } from './tables.ts';

/** The tenant that owns a branding. @throws AppError('not_found'), AppError('refused') without HomePortal2 */
export async function brandOwner(ctx: Ctx, tenantId: number): Promise<{ name: string }> {
  const owner = await findBrandOwner(ctx.db, tenantId);
  if (!owner) throw noTenant(tenantId);
  if (!owner.hasHomePortal2)
    throw new AppError('refused', `${owner.name} has no HomePortal2 service, so it has no branding.`);
  return owner;
}

type StoredTab = StoredBrand | EmailSettings | null | undefined;

/** A hash of the stored content; '' before the first save. Identical content has the same revision, so nobody's work is lost. */
export function revisionOf(tab: StoredTab): string {
  return tab ? hash('sha256', JSON.stringify(tab), 'base64url').slice(0, 22) : '';
}

/** @param seen revision the client edited; undefined skips the check @throws AppError('conflict') if it is stale */
export function rejectStale(before: StoredTab, seen: string | undefined): void {
  if (seen === undefined || seen === revisionOf(before)) return;
  throw new AppError(
    'conflict',
    'These settings have been saved since you opened them. Check what has changed, then save again.',
    { details: { revision: revisionOf(before) } },
  );
}
