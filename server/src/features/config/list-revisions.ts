import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ConfigRevision } from '@mission-control/contract/config/schema';
import type { Ctx } from '../../platform/context.ts';
import { requireConfig } from './config-owner.ts';
import { shownHash } from './hashes.ts';
import { findConfig, listKeys } from './queries.ts';
import { listRevisionRows } from './queries-history.ts';
import { maskedChange } from './stored-items.ts';

const PAGE = 100;

/**
 * The newest revisions first, those below `before` when it is given, secrets masked. An imported config's first revision has no
 * diff. @throws AppError('not_found')
 */
export async function revisionsOf(
  ctx: Ctx,
  tenantId: number,
  slug: ConfigKindSlug,
  before?: number,
): Promise<{ revisions: ConfigRevision[] }> {
  const { place } = await requireConfig(ctx.db, tenantId, slug);
  const keys = await listKeys(ctx.db, slug);
  const committed = (await findConfig(ctx.db, place))?.committedRevision;
  const rows = await listRevisionRows(ctx.db, place, PAGE, before);
  return {
    revisions: rows.map((row) => ({
      number: row.number,
      author: row.author,
      at: row.at.toISOString(),
      hash: shownHash(ctx.secrets, row.hash),
      committed: row.number === committed,
      changes: row.changes.map((change) => maskedChange(change, keys)),
    })),
  };
}
