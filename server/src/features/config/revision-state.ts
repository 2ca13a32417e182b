import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { listItems } from './queries.ts';
import { listNetChanges, type NetChange } from './queries-history.ts';
import { sameStored, type Change } from './save-diff.ts';
import { openItem, type ConfigPlace, type KeyedItem } from './stored-items.ts';

/** The net changes that change something, values in clear. Two ciphertexts may hide the same secret. */
export function realChanges(secrets: Secrets, place: ConfigPlace, changes: readonly NetChange[]): Change[] {
  const open = (key: string, side: NetChange['before']) => side && openItem(secrets, place, { ...side, key });
  return changes
    .map(({ key, before, after }) => ({ key, before: open(key, before), after: open(key, after) }))
    .filter(({ before, after }) => (before && after ? !sameStored(before, after) : before !== after));
}

/** What leads from the saved items back to how they were at a revision, values in clear. `saved` is the saved revision. */
export async function changesBackTo(
  db: Db,
  secrets: Secrets,
  place: ConfigPlace,
  { number, saved }: { number: number; saved: number },
): Promise<Change[]> {
  const since = realChanges(secrets, place, await listNetChanges(db, place, number, saved));
  return since.map(({ key, before, after }) => ({ key, before: after, after: before }));
}

/** The items of a config as they were at a revision, values in clear; none at revision 0. */
export async function itemsAt(
  db: Db,
  secrets: Secrets,
  place: ConfigPlace,
  at: { number: number; saved: number },
): Promise<Map<string, KeyedItem>> {
  if (at.number === 0) return new Map();
  const rows = await listItems(db, place);
  const items = new Map(rows.map((item) => [item.key, openItem(secrets, place, item)]));
  return afterChanges(items, await changesBackTo(db, secrets, place, at));
}

/** The items after the changes. */
export function afterChanges(
  items: ReadonlyMap<string, KeyedItem>,
  changes: readonly Change[],
): Map<string, KeyedItem> {
  const after = new Map(items);
  for (const change of changes) {
    if (change.after) after.set(change.key, change.after);
    else after.delete(change.key);
  }
  return after;
}

/** @throws AppError('not_found') when the config has no such revision; 0, before the first one, there always is. */
export function requireRevision(number: number, saved: number): void {
  if (number > saved) throw new AppError('not_found', `The config has no revision ${number}. Reload it.`);
}
