import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { isPassword } from './passwords.ts';
import type { User } from './queries-users.ts';
import { countAttempt, refundAttempt } from './throttle.ts';

/**
 * Checks the caller's own password. Failures are throttled per session, like those of a known device.
 * @param field form field that gets the error
 * @throws AppError('refused') for a wrong password, AppError('too_many_attempts')
 */
export async function checkOwnPassword(
  ctx: Ctx,
  { name, passwordHash }: User,
  { password, ip, field }: { password: string; ip: string; field: string },
): Promise<void> {
  const who = { user: name, ip, device: `session ${ctx.actor.sessionId}` };
  const { waitSeconds: seconds } = await countAttempt(ctx, who);
  if (seconds > 0) {
    const message = `Too many wrong passwords. Try again in ${seconds} s.`;
    throw new AppError('too_many_attempts', message, { retryAfterSeconds: seconds });
  }
  if (await isPassword(password, passwordHash)) return refundAttempt(ctx, who);
  await inTransaction(ctx, async ({ record }) =>
    record({ action: 'user.password-refused', subject: name, after: ctx.source ?? { address: ip }, topics: [] }),
  );
  const message = field === 'old_password' ? 'The old password is wrong.' : 'The password is wrong.';
  throw new AppError('refused', message, { fields: { [field]: message } });
}
