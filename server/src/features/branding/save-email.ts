import type { saveEmailSettings as call } from '@mission-control/contract/branding/calls';
import type { EmailSettings } from '@mission-control/contract/branding/schema';
import type { CallInput } from '@mission-control/contract/call';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, tenantRow } from '../../platform/database/transaction.ts';
import { lockBranding, putBranding } from './queries.ts';
import { brandOwner, rejectStale, revisionOf } from './revisions.ts';
import { storeLogo } from './save-branding.ts';

/**
 * Saves the Email tab [EML-08]. An uploaded logo replaces the logo URL in the header.
 * @throws AppError('conflict') if the form is based on a stale revision
 */
export async function saveEmailSettings(
  ctx: Ctx,
  tenantId: number,
  { emailData, email_logo: file, revision: seen }: CallInput<typeof call>['body'],
): Promise<{ emailLogoUrl: string; revision: string }> {
  const owner = await brandOwner(ctx, tenantId);
  const logoUrl = file ? ctx.ports.files.addressOf(await storeLogo(ctx, file)) : emailData.header.logoUrl;
  const email: EmailSettings = { ...emailData, header: { ...emailData.header, logoUrl } };
  const stored = await inTransaction(
    ctx,
    async ({ db, record }) => {
      const before = await lockBranding(db, tenantId);
      rejectStale(before?.email, seen);
      const after = await putBranding(db, { tenantId, email, updatedAt: ctx.clock.now(), updatedBy: ctx.actor.name });
      record({
        action: 'branding.email-saved',
        subject: owner.name,
        tenantId,
        before: before?.email ?? null,
        after: email,
        topics: [TOPIC.tenant(tenantId)],
      });
      return after;
    },
    tenantRow(tenantId),
  );
  return { emailLogoUrl: logoUrl, revision: revisionOf(stored.email) };
}
