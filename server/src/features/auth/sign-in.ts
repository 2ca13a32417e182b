import { recordRefusal } from '../../platform/audit/refusals.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { canonicalName } from './accounts.ts';
import { isPassword } from './passwords.ts';
import { findUserByKey } from './queries-users.ts';
import { deviceOf } from './sessions/device.ts';
import { startSession } from './sessions/sessions.ts';
import { countAttempt, refundAttempt } from './throttle.ts';

export interface Credentials {
  user: string;
  password: string;
  /** Address of the client. */
  ip: string;
  /** Its User-Agent header. */
  userAgent?: string | undefined;
  /** Id of the device, if this name has signed in with it before. */
  device?: string | undefined;
}

/** The cookie value of a new session and the name of its account, or why there is none. */
export type SignIn =
  | { cookie: string; user: string }
  | { refused: 'mismatch' }
  | { refused: 'throttled'; waitSeconds: number };

/**
 * Signs in with a built-in account. Unknown, disabled and wrong all return `mismatch` in the same time; `throttled` is returned before the
 * password is checked.
 */
export async function signIn(
  ctx: Ctx,
  { user: typed, password, ip, userAgent, device }: Credentials,
  cookieName: string,
): Promise<SignIn> {
  const source = { address: ip, device: deviceOf(userAgent) };
  const who = { user: typed, ip, device };
  const attempt = await countAttempt(ctx, who);
  if (attempt.waitSeconds > 0) {
    const reason = `Too many attempts: wait ${attempt.waitSeconds} s.`;
    await recordRefusal({ ...ctx, source }, 'sign-in', 'user.sign-in-throttled', reason);
    return { refused: 'throttled', waitSeconds: attempt.waitSeconds };
  }
  const user = await findUserByKey(ctx.db, canonicalName(typed));
  const matches = await isPassword(password, user?.passwordHash);
  const mayEnter = user && matches && !user.disabled && !user.deletedAt;
  const cookie = mayEnter ? await startSession(ctx, user, cookieName, source) : undefined;
  if (!user || cookie === undefined) {
    await inTransaction(ctx, async ({ record }) => {
      // Unknown names are not recorded: users sometimes type their password into the wrong field.
      const after = { ...source, throttled: attempt.lastBeforeWait };
      record({ action: 'user.sign-in-failed', subject: user?.name ?? 'unknown user', after, topics: [] });
    });
    return { refused: 'mismatch' };
  }
  await refundAttempt(ctx, who);
  return { cookie, user: user.name };
}
