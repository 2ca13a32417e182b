import type { Role } from '@mission-control/contract/call';
import type { Ctx } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { sessions } from '../tables.ts';

/** A context of the person with a session of their own, signed in just now. */
export async function signedIn(t: TestCtx, person: { id: number; name?: string; role?: Role }): Promise<Ctx> {
  const now = t.clock.now();
  const row = { id: t.random.uuid(), userId: person.id, cookieHash: t.random.uuid(), createdAt: now, lastSeenAt: now };
  await t.db.insert(sessions).values({ ...row, endsAt: new Date(now.getTime() + 12 * 60 * 60_000) });
  return { ...t, actor: { ...t.as(person).actor, sessionId: row.id } };
}
