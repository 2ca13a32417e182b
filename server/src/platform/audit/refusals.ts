import type { Actor, Ctx } from '../context.ts';
import { MINUTE_MS } from '../clock.ts';
import { perDatabase } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { networkOf } from '../http/address-rules.ts';

/** Maximum refusals of anonymous callers recorded per minute, in total. */
export const MAX_ANONYMOUS_PER_MINUTE = 100;

/** When each refusal of the last minute was recorded, in this order, by kind of caller. */
const recordedOf = perDatabase(() => new Map<Actor['kind'], Map<string, number>>());

/**
 * Records that a caller was refused, with address and device: the same refusal from one network at most once a minute, and a limited number
 * from anonymous callers, so that nobody can flood the audit log. A failure to record is logged: the caller is refused anyway.
 */
export async function recordRefusal(ctx: Ctx, subject: string, action: string, reason: string): Promise<void> {
  const network = ctx.source && networkOf(ctx.source.address);
  if (!shouldRecord(ctx, `${ctx.actor.name} ${network} ${action} ${subject}`)) return;
  try {
    await inTransaction(ctx, async ({ record }) =>
      record({ action, subject, after: { role: ctx.actor.role, reason, ...ctx.source }, topics: [] }),
    );
  } catch (error) {
    ctx.log.error({ err: error }, 'a refusal could not be recorded');
  }
}

/** Whether to record a refusal, which counts it as recorded. */
function shouldRecord({ db, clock, actor: { kind } }: Ctx, refusal: string): boolean {
  const now = clock.now().getTime();
  const all = recordedOf(db);
  const recent = all.get(kind) ?? new Map<string, number>();
  all.set(kind, recent);
  for (const [earlier, at] of recent) {
    // Later than now after the clock was set back.
    if (at <= now && now - at < MINUTE_MS) break;
    recent.delete(earlier);
  }
  if (recent.has(refusal) || (kind === 'anonymous' && recent.size >= MAX_ANONYMOUS_PER_MINUTE)) return false;
  recent.set(refusal, now);
  return true;
}
