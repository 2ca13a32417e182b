import type { Ctx } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';

const ONCE_MS = 60_000;
const MAX_KEPT = 10_000;

/** When a refusal was last recorded, by database, since tests have several. */
const kept = new WeakMap<object, Map<string, number>>();

/**
 * Records that a caller was refused, with address and device: the same refusal at most once a minute, so that nobody can flood the
 * audit. A failure to record is logged: the caller is refused anyway.
 */
export async function recordRefusal(ctx: Ctx, subject: string, action: string, reason: string): Promise<void> {
  const now = ctx.clock.now().getTime();
  const known = kept.get(ctx.db) ?? new Map<string, number>();
  kept.set(ctx.db, known);
  const key = `${ctx.actor.name} ${ctx.source?.address} ${action} ${subject}`;
  if (now - (known.get(key) ?? Number.NEGATIVE_INFINITY) < ONCE_MS) return;
  known.delete(key);
  known.set(key, now);
  const [oldest] = known.keys();
  if (known.size > MAX_KEPT && oldest !== undefined) known.delete(oldest);
  try {
    await inTransaction(ctx, async ({ record }) =>
      record({ action, subject, after: { role: ctx.actor.role, reason, ...ctx.source }, topics: [] }),
    );
  } catch (error) {
    ctx.log.error({ err: error }, 'a refusal could not be recorded');
  }
}
