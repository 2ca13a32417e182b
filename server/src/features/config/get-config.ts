import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ConfigItem, ConfigState, KeyMeta } from '@mission-control/contract/config/schema';
import type { Ctx } from '../../platform/context.ts';
import { listTargets, requireConfig } from './config-owner.ts';
import { findConfig, listChangesSince, listItems, listKeys } from './queries.ts';
import { shownHash } from './hashes.ts';
import { sameStored } from './save-diff.ts';
import { maskedItem, openItem, type ConfigPlace } from './stored-items.ts';
import type { StoredItem } from './tables.ts';

/** The saved items, secrets masked. @throws AppError('not_found') */
export async function getConfigItems(ctx: Ctx, tenantId: number, slug: ConfigKindSlug): Promise<ConfigItem[]> {
  const { place } = await requireConfig(ctx.db, tenantId, slug);
  const keys = await listKeys(ctx.db, slug);
  const items = await listItems(ctx.db, place);
  const committed = (await findConfig(ctx.db, place))?.committedRevision ?? null;
  const changes = committed === null ? [] : await listChangesSince(ctx.db, place, committed);
  // Backwards, so that of several changes the first one since the commit counts: its `before` is what was exported.
  const exported = new Map(changes.toReversed().map((change) => [change.key, change.before]));
  return items.map((item) => {
    const before = exported.has(item.key) ? exported.get(item.key) : item;
    const wire = maskedItem(item, keys);
    return {
      ...wire,
      db_only: committed === null || before?.state !== 1,
      db_value: wire.value,
      tenant_id: tenantId,
      secret: wire.masked,
    };
  });
}

/** Revision facts, servers and what waits for a commit. @throws AppError('not_found') */
export async function getState(ctx: Ctx, tenantId: number, slug: ConfigKindSlug): Promise<ConfigState> {
  const owned = await requireConfig(ctx.db, tenantId, slug);
  const config = await findConfig(ctx.db, owned.place);
  const committed = config?.committedRevision ?? null;
  return {
    revision: config?.revision ?? 0,
    saved_at: config?.savedAt?.toISOString() ?? null,
    saved_by: config?.savedBy ?? null,
    hash: shownHash(ctx.secrets, config?.hash ?? null),
    committed_revision: committed,
    committed_hash: config?.serversDiffer ? null : shownHash(ctx.secrets, config?.committedHash ?? null),
    committed_at: config?.committedAt?.toISOString() ?? null,
    committed_by: config?.committedBy ?? null,
    targets: await listTargets(ctx.db, owned),
    changes_waiting: await countWaiting(ctx, owned.place, committed),
  };
}

/** Settings that differ from the last committed revision; one that was changed and changed back does not. */
async function countWaiting(ctx: Ctx, place: ConfigPlace, committed: number | null): Promise<number> {
  if (committed === null) return (await listItems(ctx.db, place)).length;
  const changes = await listChangesSince(ctx.db, place, committed);
  const open = (key: string, side: StoredItem | null | undefined) =>
    side && openItem(ctx.secrets, place, { ...side, key });
  return [...Map.groupBy(changes, (change) => change.key)].filter(([key, own]) => {
    const [before, after] = [open(key, own[0]?.before), open(key, own.at(-1)?.after)];
    return before && after ? !sameStored(before, after) : before !== after;
  }).length;
}

/** The known keys of a kind, by name. */
export async function getKnownKeys(ctx: Ctx, slug: ConfigKindSlug): Promise<{ keys: KeyMeta[] }> {
  return { keys: [...(await listKeys(ctx.db, slug)).values()] };
}
