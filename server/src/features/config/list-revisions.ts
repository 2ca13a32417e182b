import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ConfigRevision, KeyMeta } from '@mission-control/contract/config/schema';
import type { Ctx } from '../../platform/context.ts';
import { requireConfig } from './config-owner.ts';
import { findConfig, listKeys, listRevisionRows } from './queries.ts';
import { maskedItem } from './stored-items.ts';
import type { StoredItem } from './tables.ts';

const NEWEST = 100;

/** The newest revisions first, secrets masked. An imported config's first revision has no diff. @throws AppError('not_found') */
export async function revisionsOf(
  ctx: Ctx,
  tenantId: number,
  slug: ConfigKindSlug,
): Promise<{ revisions: ConfigRevision[] }> {
  const { place } = await requireConfig(ctx.db, tenantId, slug);
  const keys = await listKeys(ctx.db, slug);
  const committed = (await findConfig(ctx.db, place))?.committedRevision;
  const rows = await listRevisionRows(ctx.db, place, NEWEST);
  return {
    revisions: rows.map((row) => ({
      number: row.number,
      author: row.author,
      at: row.at.toISOString(),
      hash: row.hash,
      committed: row.number === committed,
      changes: row.changes.map(({ key, before, after }) => ({
        key,
        before: sideOf(key, before, keys),
        after: sideOf(key, after, keys),
      })),
    })),
  };
}

function sideOf(key: string, side: StoredItem | null, keys: ReadonlyMap<string, KeyMeta>) {
  if (!side) return null;
  const { value, type, state, valueTemplate, masked } = maskedItem({ ...side, key }, keys);
  return { value, type, state, valueTemplate, masked };
}
