import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import type { Transaction } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { HOUR_MS } from '../clock.ts';
import { auditEvents } from './tables.ts';

/** Arbitrary constant: namespace of the advisory locks that order the limited actions of one person. */
const HOURLY_LIMIT_LOCK = 7_203;

interface HourlyLimit {
  /** The audited actions that count. */
  actions: readonly string[];
  maxPerHour: number;
  /** The refusal, e.g. `You have revealed 30 secrets within an hour`. */
  reached: string;
}

/**
 * Limits what one person does within an hour (0089), by counting the person's audit events. Call it first in the transaction: it holds a
 * lock of the person until the end, so that concurrent requests count each other. Jobs and the console command are not limited.
 * @throws AppError('too_many_attempts')
 */
export async function enforceHourlyLimit(
  ctx: Ctx,
  db: Transaction,
  { actions, maxPerHour, reached }: HourlyLimit,
): Promise<void> {
  const { kind, id } = ctx.actor;
  if (kind !== 'user' || id === null) return;
  await db.execute(sql`select pg_advisory_xact_lock(${HOURLY_LIMIT_LOCK}::int, ${id}::int)`);
  const since = new Date(ctx.clock.now().getTime() - HOUR_MS);
  const recent = and(eq(auditEvents.actorId, id), inArray(auditEvents.action, [...actions]), gt(auditEvents.at, since));
  const [found] = await db.select({ events: count() }).from(auditEvents).where(recent);
  if ((found?.events ?? 0) >= maxPerHour)
    throw new AppError('too_many_attempts', `${reached}. Wait, or ask an admin.`, { isKnown: true });
}
