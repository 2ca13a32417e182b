import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import { isSecret } from '@mission-control/contract/config/secrets';
import type { Services } from '../../platform/context.ts';
import { listKeys } from './queries.ts';
import {
  forgetDifferences,
  listClearChanges,
  listClearItems,
  replaceChange,
  replaceClearItem,
  type ChangeRow,
  type ItemRow,
} from './queries-seal.ts';
import { sealItem } from './file/stored-items.ts';
import type { StoredItem } from './tables.ts';

export const SEAL_JOB = 'config.seal-clear-secrets';

/**
 * Encrypts values that were stored in cleartext before they counted as secrets (0050), in configs and their revisions. The values
 * do not change, so this creates no revision and requires no commit. Returns the number of encrypted rows.
 */
export async function sealClearSecrets({ db, secrets, log }: Services): Promise<number> {
  const known = new Map<ConfigKindSlug, ReadonlyMap<string, KeyMeta>>();
  const seal = async (row: ItemRow | ChangeRow, item: StoredItem): Promise<StoredItem> => {
    const keys = known.get(row.kind) ?? (await listKeys(db, row.kind));
    known.set(row.kind, keys);
    const keyed = { ...item, key: row.key };
    if (item.secret || !isSecret(keyed, keys)) return item;
    const { key: _, ...sealed } = sealItem(secrets, row, { ...keyed, secret: true });
    return sealed;
  };
  await forgetDifferences(db);
  let count = 0;
  await eachRow(
    (last: ItemRow | null) => listClearItems(db, last),
    async (row) => {
      const { value, secret } = await seal(row, row);
      if (!secret) return;
      await replaceClearItem(db, row, { ...row, value, secret });
      count += 1;
    },
  );
  await eachRow(
    (last: ChangeRow | null) => listClearChanges(db, last),
    async (row) => {
      const before = row.before && (await seal(row, row.before));
      const after = row.after && (await seal(row, row.after));
      if (before === row.before && after === row.after) return;
      await replaceChange(db, { ...row, before, after });
      count += 1;
    },
  );
  if (count > 0) log.info({ rows: count }, 'encrypted settings that now count as secrets');
  return count;
}

async function eachRow<Row>(list: (last: Row | null) => Promise<Row[]>, work: (row: Row) => Promise<void>) {
  let last: Row | null = null;
  for (let page = await list(null); page.length > 0; page = await list(last)) {
    for (const row of page) await work(row);
    last = page.at(-1) ?? null;
  }
}
