import { dataValue } from '@mission-control/contract/config/exported-settings';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { formOf } from '@mission-control/contract/config/limits';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Transaction } from '../../../platform/database/database.ts';
import { listHolders, listItems, listKeys, lockConfig } from '../queries.ts';
import { setSavedHash } from '../publish/queries-publications.ts';
import { SEAL_JOB } from '../seal-clear-secrets.ts';
import { hashOf, renderConfig } from './render-config.ts';
import { openItem, type ConfigPlace } from './stored-items.ts';

interface RetypedKey {
  kind: ConfigKindSlug;
  name: string;
  /** Types of the key; undefined if unknown. */
  before: string | undefined;
  after: string | undefined;
}

/** Configs whose file changes with the type of the key: `"3"` becomes `3`. */
export async function listRetyped(
  { secrets }: Pick<Ctx, 'secrets'>,
  db: Db,
  { kind: slug, name, before, after }: RetypedKey,
): Promise<ConfigPlace[]> {
  const kind = findConfigKind(slug);
  if (!kind || before === after) return [];
  const typed = (type: string | undefined) => new Map(type === undefined ? [] : [[name, { type }]]);
  const holders = await listHolders(db, kind, name);
  return holders.flatMap((item) => {
    const place = { tenantId: item.tenantId, kind: slug };
    if (formOf(kind.format, item.type) === 'block') return [];
    const open = openItem(secrets, place, item);
    return dataValue(open, typed(before)) === dataValue(open, typed(after)) ? [] : [place];
  });
}

/** Updates the hashes of saved configs after keys have changed, so that they wait for a commit. Call it after the change. */
export async function followKeys(ctx: Ctx, db: Transaction, places: readonly ConfigPlace[]): Promise<void> {
  for (const place of places) {
    const kind = findConfigKind(place.kind);
    if (!kind) continue;
    const [{ hash }, keys, rows] = await lockConfig(db, place, () => [listKeys(db, place.kind), listItems(db, place)]);
    const items = rows.map((item) => openItem(ctx.secrets, place, item));
    if (hash !== null) await setSavedHash(db, place, hashOf(renderConfig(kind, items, keys)));
  }
}

/** Queues the encryption of values that have become secrets. */
export const sealSecrets = (ctx: Ctx, db: Transaction): Promise<void> => ctx.jobs.send(db, SEAL_JOB, {});
