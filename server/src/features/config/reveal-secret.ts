import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { requireConfig } from './config-owner.ts';
import { listItems } from './queries.ts';
import { openItem } from './stored-items.ts';

/** The value of one setting in clear, and who saw it in the audit trail. @throws AppError('not_found') */
export async function reveal(
  ctx: Ctx,
  tenantId: number,
  slug: ConfigKindSlug,
  key: string,
): Promise<{ value: string }> {
  return inTransaction(ctx, async ({ db, record }) => {
    const { place, subject } = await requireConfig(db, tenantId, slug);
    const item = (await listItems(db, place)).find((candidate) => candidate.key === key);
    if (!item) throw new AppError('not_found', 'The saved config has no such setting. Reload it.');
    // No screen shows anything else now, so no topics.
    record({ action: 'config.secret-revealed', subject: `${subject}: ${key}`, tenantId, topics: [] });
    return { value: openItem(ctx.secrets, place, item).value };
  });
}
