import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { listItems } from '../queries.ts';
import { listNetChanges, type NetChange } from './queries-history.ts';
import { sameStored, type Change } from './save-diff.ts';
import { openChange, openItem, type ConfigPlace, type KeyedItem } from '../file/stored-items.ts';

/** The net changes with an effect, in cleartext. Two ciphertexts may hide the same secret. */
export function realChanges(secrets: Secrets, place: ConfigPlace, changes: readonly NetChange[]): Change[] {
  return changes
    .map((change) => openChange(secrets, place, change))
    .filter(({ before, after }) => (before && after ? !sameStored(before, after) : before !== after));
}

/** The changes that revert the saved items to a revision, in cleartext. `saved` is the saved revision. */
export async function changesBackTo(
  db: Db,
  secrets: Secrets,
  place: ConfigPlace,
  { number, saved }: { number: number; saved: number },
): Promise<Change[]> {
  const since = realChanges(secrets, place, await listNetChanges(db, place, number, saved));
  return since.map(({ key, before, after }) => ({ key, before: after, after: before }));
}

/** The items of a config at a revision, in cleartext; none at revision 0. */
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

/** Applies changes to items. */
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

/** @throws AppError('not_found') if the config has no such revision; revision 0 (empty) always exists. */
export function requireRevision(number: number, saved: number): void {
  if (number > saved) throw new AppError('not_found', `The config has no revision ${number}. Reload it.`);
}
