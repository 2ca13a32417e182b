import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { Ctx } from '../../platform/context.ts';
import { listTargets, requireConfig } from './config-owner.ts';
import { shownHash } from './hashes.ts';
import { listItems, listKeys } from './queries.ts';
import { hashOf, publishedPath, renderConfig } from './render-config.ts';
import { maskedItem, MASK, openItem } from './stored-items.ts';

/** The file that a commit would publish, secrets masked; `hash` stands for the real one. @throws AppError('not_found') */
export async function preview(ctx: Ctx, tenantId: number, slug: ConfigKindSlug) {
  const owned = await requireConfig(ctx.db, tenantId, slug);
  const { kind, place } = owned;
  const keys = await listKeys(ctx.db, slug);
  const items = await listItems(ctx.db, place);
  const shown = items.map((item) => {
    const wire = maskedItem(item, keys);
    return wire.masked ? { ...wire, value: MASK } : wire;
  });
  const real = items.map((item) => openItem(ctx.secrets, place, item));
  return {
    content: renderConfig(kind, shown, keys),
    path: publishedPath(tenantId, kind),
    hash: shownHash(ctx.secrets, hashOf(renderConfig(kind, real, keys))),
    targets: await listTargets(ctx.db, owned),
  };
}
