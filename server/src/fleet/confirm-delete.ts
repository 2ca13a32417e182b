import { enforceHourlyLimit } from '../platform/audit/hourly-limit.ts';
import type { Ctx } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';

const MAX_DELETES_PER_HOUR = 20;

/** Limits the deletes of tenants and services by one person (0089). @throws AppError('too_many_attempts') */
export function brakeDeletes(ctx: Ctx, db: Transaction): Promise<void> {
  return enforceHourlyLimit(ctx, db, {
    actions: ['tenant.deleted', 'service.deleted'],
    maxPerHour: MAX_DELETES_PER_HOUR,
    reached: `You have deleted ${MAX_DELETES_PER_HOUR} tenants and services within an hour. Nothing was deleted`,
  });
}

/**
 * Checks the name that the user typed to confirm a delete (threat 31).
 * @param confirmed percent-encoded for the header; undefined: the documented call, which sends no name
 * @throws AppError('conflict') if the tenant has another name
 */
export function requireConfirmedName(tenant: { id: number; name: string }, confirmed: string | undefined): void {
  if (confirmed !== undefined && confirmed !== encodeURIComponent(tenant.name))
    throw new AppError(
      'conflict',
      `Tenant ${tenant.id} is not the one that was named: it is ${tenant.name}. Nothing was deleted.`,
    );
}
