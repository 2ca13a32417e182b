import { TOPIC } from '@mission-control/contract/topics';
import { systemActor, type Ctx } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { ProviderFault } from '../../../ports/identity/port.ts';
import { sha256 } from '../passwords.ts';
import type { SingleSignOn } from './policy.ts';
import { deleteProvidedSessions, keepLogout } from './queries-identities.ts';

/** Longer than any logout token is accepted. */
const KEEP_MS = 15 * 60_000;

/**
 * Ends the sessions named by a logout token of the provider. Sessions signed in by password continue.
 * @throws ProviderFault for a token that is not valid, or was used before
 */
export async function endProvidedSessions(ctx: Ctx, { provider }: SingleSignOn, token: string): Promise<void> {
  const logout = await provider.readLogout(token);
  const key = sha256(`${logout.issuer} ${logout.id}`);
  const endsAt = new Date(ctx.clock.now().getTime() + KEEP_MS);
  await inTransaction({ ...ctx, actor: systemActor('single sign-on') }, async ({ db, record }) => {
    const isNew = await keepLogout(db, { key, endsAt });
    if (!isNew) throw new ProviderFault('invalid', 'the logout token was already used');
    const names = await deleteProvidedSessions(db, logout);
    const subject = [...new Set(names)].join(', ') || 'nobody';
    const after = { sessions: names.length, why: 'signed out at the identity provider' };
    record({ action: 'user.sessions-ended', subject, after, topics: [TOPIC.sessions] });
  });
}
