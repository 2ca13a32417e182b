import type { ConfigKind } from '@mission-control/contract/config/kinds';
import { CONFIG_ITEMS, reservedFault } from '@mission-control/contract/config/limits';
import { existsMessage, promoteType } from '@mission-control/contract/config/rules';
import type { ConfigClash, KeyMeta, SaveConfigBody, SentItem } from '@mission-control/contract/config/schema';
import { isSecret } from '@mission-control/contract/config/secrets';
import { AppError } from '../../../platform/errors.ts';
import type { KeyedItem } from '../file/stored-items.ts';

/** A change of one setting, in cleartext. */
export interface Change {
  key: string;
  before: KeyedItem | null;
  after: KeyedItem | null;
}

/** A change since the base revision of a save, in cleartext. */
export interface EarlierChange extends Change {
  author: string;
  at: Date;
}

interface Saved {
  kind: ConfigKind;
  items: ReadonlyMap<string, KeyedItem>;
  keys: ReadonlyMap<string, KeyMeta>;
}

/**
 * Resolves a diff against the saved items. Adding an existing setting leaves it unchanged, with a warning (C-074); changing a
 * removed setting adds it; changes without effect are dropped.
 * @throws AppError('refused') for names that the format cannot represent, and for too many items.
 */
export function planChanges(diff: SaveConfigBody, saved: Saved): { changes: Change[]; warnings: string[] } {
  const { items, keys, kind } = saved;
  const warnings: string[] = [];
  const changes: Change[] = [];
  const put = (sent: SentItem) => {
    const before = items.get(sent.key) ?? null;
    if (sent.masked && !before) return void warnings.push(`${sent.key} has no saved secret to keep: give its value.`);
    const after = itemOf(sent, before, keys);
    const fault = reservedFault(kind.format, after);
    if (fault !== null) throw new AppError('refused', fault, { fields: { [sent.key]: fault } });
    if (!before || !sameStored(before, after)) changes.push({ key: sent.key, before, after });
  };
  for (const sent of diff.added) {
    const before = items.get(sent.key);
    const same = before && sameStored(before, itemOf(sent, before, keys));
    if (before && !same) warnings.push(existsMessage(sent.key, keys));
    else if (!before) put(sent);
  }
  for (const sent of diff.changed) put(sent);
  for (const key of diff.removed) {
    const before = items.get(key);
    if (before) changes.push({ key, before, after: null });
  }
  const more = changes.filter((change) => !change.before).length - changes.filter((change) => !change.after).length;
  if (items.size + more > CONFIG_ITEMS) throw new AppError('refused', `A config has at most ${CONFIG_ITEMS} settings.`);
  return { changes, warnings };
}

function itemOf(sent: SentItem, before: KeyedItem | null, keys: ReadonlyMap<string, KeyMeta>): KeyedItem {
  const value = sent.masked && before ? before.value : sent.value;
  return {
    key: sent.key,
    value,
    secret: isSecret({ key: sent.key, value, secret: before?.secret ?? false }, keys),
    type: promoteType(sent.type, sent.key, keys),
    state: sent.state,
    valueTemplate: sent.valueTemplate,
  };
}

/** Compares two items of one key, in cleartext. */
export function sameStored(a: KeyedItem, b: KeyedItem): boolean {
  return a.value === b.value && a.type === b.type && a.state === b.state && a.valueTemplate === b.valueTemplate;
}

/**
 * Settings of the diff that were changed differently since its base revision (R7). A diff can be merged if and only if there are
 * none.
 */
export function findClashes(diff: SaveConfigBody, saved: Saved, earlier: readonly EarlierChange[]): ConfigClash[] {
  const byKey = Map.groupBy(earlier, (change) => change.key);
  const wanted = new Map<string, SentItem | null>([
    ...[...diff.added, ...diff.changed].map((sent) => [sent.key, sent] as const),
    ...diff.removed.map((key) => [key, null] as const),
  ]);
  return [...wanted].flatMap(([key, sent]) => {
    const changes = byKey.get(key) ?? [];
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first || !last) return [];
    const theirs = saved.items.get(key) ?? null;
    // A masked value stands for the value at the base revision.
    const mine = sent && itemOf(sent, first.before, saved.keys);
    if (mine === null ? theirs === null : theirs !== null && sameStored(mine, theirs)) return [];
    const masked = [first.before, theirs, mine].some((item) => item && isSecret(item, saved.keys));
    const shown = (item: KeyedItem | null) => item && (masked ? '' : item.value);
    const at = last.at.toISOString();
    return [{ key, base: shown(first.before), theirs: shown(theirs), mine: shown(mine), masked, by: last.author, at }];
  });
}
