import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import { isSecret } from '@mission-control/contract/config/secrets';
import type { Ctx } from '../../../platform/context.ts';
import { requireConfig } from '../config-owner.ts';
import { shownHash } from './hashes.ts';
import { findConfig, listItems, listKeys } from '../queries.ts';
import { hashOf, publishedPath, renderConfig } from './render-config.ts';
import { afterChanges, changesBackTo, itemsAt } from '../history/revision-state.ts';
import type { Change } from '../history/save-diff.ts';
import { MASK, openItem, type ConfigPlace, type KeyedItem } from './stored-items.ts';
import { validateItems } from '../validate-items.ts';

type Items = ReadonlyMap<string, KeyedItem>;

/**
 * The file that a commit would publish, and the last committed one, secrets masked. `hash` is a fingerprint of the unmasked file.
 * @throws AppError('not_found')
 */
export async function previewConfig(
  ctx: Ctx,
  { params: { id: tenantId, service: slug } }: CallInput<typeof calls.previewConfig>,
) {
  const { kind, place, targets } = await requireConfig(ctx.db, tenantId, slug);
  const keys = await listKeys(ctx.db, slug);
  const config = await findConfig(ctx.db, place);
  const rows = await listItems(ctx.db, place);
  const saved: Items = new Map(rows.map((item) => [item.key, openItem(ctx.secrets, place, item)]));
  const number = config?.committedRevision ?? null;
  const committed =
    config && number !== null
      ? afterChanges(saved, await changesBackTo(ctx.db, ctx.secrets, place, { number, saved: config.revision }))
      : null;
  const shown = maskedSides(saved, committed ?? new Map(), keys);
  return {
    revision: config?.revision ?? 0,
    content: renderConfig(kind, shown.saved, keys),
    committed:
      committed && number !== null ? { revision: number, content: renderConfig(kind, shown.committed, keys) } : null,
    path: publishedPath(tenantId, kind),
    hash: shownHash(ctx.secrets, hashOf(renderConfig(kind, saved.values(), keys))),
    targets,
  };
}

/** A change of a config: the file before it, and the settings after it. */
export interface FileChange {
  from: 'committed' | 'saved';
  /** Changes to the saved settings, in cleartext, or the revision to restore. */
  to: { changes: readonly Change[] } | { revision: number };
}

/** The file of a config before and after a change, secrets masked. @throws AppError('not_found') */
export async function previewChange(
  { db, secrets }: Ctx,
  { tenantId, kind: slug }: ConfigPlace,
  { from, to }: FileChange,
) {
  const { kind, place } = await requireConfig(db, tenantId, slug);
  const keys = await listKeys(db, slug);
  const config = await findConfig(db, place);
  const saved = config?.revision ?? 0;
  const at = (number: number) => itemsAt(db, secrets, place, { number, saved });
  const first = from === 'saved' ? saved || null : (config?.committedRevision ?? null);
  const before = first === null ? new Map<string, KeyedItem>() : await at(first);
  const after = 'revision' in to ? await at(to.revision) : afterChanges(await at(saved), to.changes);
  const shown = maskedSides(after, before, keys);
  return {
    path: publishedPath(tenantId, kind),
    from,
    before: first === null ? null : { revision: first, content: renderConfig(kind, shown.committed, keys) },
    after: renderConfig(kind, shown.saved, keys),
  };
}

/** A secret that differs from the saved one must not look unchanged in the diff. */
const EARLIER_MASK = `${MASK} (earlier value)`;

/** Masks secrets on both sides. A secret on one side masks the other as well, since the values may be nearly equal. */
function maskedSides(saved: Items, committed: Items, keys: ReadonlyMap<string, KeyMeta>) {
  const masks = (key: string) => [saved.get(key), committed.get(key)].some((item) => item && isSecret(item, keys));
  const hidden = (item: KeyedItem, value: string) => (masks(item.key) ? { ...item, value } : item);
  return {
    saved: [...saved.values()].map((item) => hidden(item, MASK)),
    committed: [...committed.values()].map((item) => {
      const now = saved.get(item.key);
      return hidden(item, now && now.value !== item.value ? EARLIER_MASK : MASK);
    }),
  };
}

/** Validates the saved config against its key metadata. @throws AppError('not_found') */
export async function validateConfig(
  ctx: Ctx,
  { params: { id: tenantId, service: slug } }: CallInput<typeof calls.validateConfig>,
) {
  const { place } = await requireConfig(ctx.db, tenantId, slug);
  const keys = await listKeys(ctx.db, slug);
  const remarks = validateItems(await listItems(ctx.db, place), keys);
  return { valid: remarks.errors.length === 0, ...remarks };
}
