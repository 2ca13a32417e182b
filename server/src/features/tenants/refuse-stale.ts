import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { tenants } from './tables.ts';

/** @throws AppError('conflict') that names who changed the tenant and when, if the person looked at another version of it */
export function refuseStale(ctx: Ctx, tenant: typeof tenants.$inferSelect, seen: number | undefined): void {
  if (seen === undefined || seen === tenant.version) return;
  const ago = timeAgo(ctx.clock.now().getTime() - tenant.updatedAt.getTime());
  throw new AppError('conflict', `${tenant.updatedBy} changed this tenant ${ago}. Look at it again, then repeat.`, {
    details: { version: tenant.version, updated_by: tenant.updatedBy, updated_at: tenant.updatedAt.toISOString() },
  });
}

/** 'just now' or '12 s ago', with the largest unit that is not zero. */
function timeAgo(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}
