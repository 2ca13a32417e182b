import type { Ctx } from '../../platform/context.ts';
import { announceChecks } from './queries-fleet.ts';
import { writeFindings, type Findings } from './queries-results.ts';

/** Writes what was found and tells open screens of the monitors that are in another state now. Answers whether it was written. */
export async function writeBatch(ctx: Ctx, me: string, found: readonly Findings[]): Promise<void> {
  if (found.length === 0) return;
  if (!found.some(({ changed }) => changed)) {
    await writeFindings(ctx.db, me, found);
    return;
  }
  await ctx.db.transaction(async (db) => {
    const changed = await writeFindings(db, me, found);
    if (changed.length === 0) return;
    const topics = changed.flatMap(({ id, tenantId }) => [`monitor:${id}`, `tenant:${tenantId}`]);
    await announceChecks(db, ['monitors', ...new Set(topics)]);
  });
}
