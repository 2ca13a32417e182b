import { diffConfig, sameItem, type ConfigDiff } from '@mission-control/contract/config/diff';
import type { EditableItem } from '@mission-control/contract/config/rules';

/** A local change of one setting, layered over the server state; only its base is copied from the server. */
export interface Edit {
  /** The new setting; null = removed. */
  item: EditableItem | null;
  /** The saved setting when the edit began (its base); null = none. */
  seen: EditableItem | null;
  /** The revision that `seen` was read at. */
  revision: number;
}

/** By key. A Map, because a key may be named `__proto__`. */
export type Edits = ReadonlyMap<string, Edit>;

export const NO_EDITS: Edits = new Map();

export type EditAction =
  | { type: 'put'; item: EditableItem; saved: EditableItem | null; revision: number }
  | { type: 'remove'; saved: EditableItem; revision: number }
  | { type: 'undo'; keys: readonly string[] }
  | { type: 'inject'; items: readonly EditableItem[]; revision: number }
  | { type: 'saved'; sent: Edits; revision: number }
  /** @param saved with it, the saved settings become the base, too */
  | { type: 'rebase'; keys: readonly string[]; revision: number; saved?: ReadonlyMap<string, EditableItem> }
  | { type: 'restore'; edits: Edits }
  | { type: 'reset' };

/** Whether two settings are equal for the user; both may be absent. */
export function sameOrAbsent(a: EditableItem | null, b: EditableItem | null): boolean {
  return a === null || b === null ? a === b : sameItem(a, b);
}

/** Reducer of the editor: edits stay in this tab until Save or Reset. */
export function editsReducer(edits: Edits, action: EditAction): Edits {
  switch (action.type) {
    case 'put':
      return withEdit(edits, action.item.key, { item: action.item, seen: action.saved, revision: action.revision });
    case 'remove':
      return withEdit(edits, action.saved.key, { item: null, seen: action.saved, revision: action.revision });
    case 'undo':
      return without(edits, action.keys);
    case 'inject':
      return action.items.reduce<Edits>(
        (all, item) => withEdit(all, item.key, { item, seen: null, revision: action.revision }),
        edits,
      );
    case 'saved':
      return afterSave(edits, action.sent, action.revision);
    case 'rebase':
      return mapEdits(edits, (edit, key) => {
        if (!action.keys.includes(key)) return edit;
        const seen = action.saved ? (action.saved.get(key) ?? null) : edit.seen;
        return { ...edit, seen, revision: action.revision };
      });
    case 'restore':
      // What was typed since stays.
      return new Map([...action.edits, ...edits]);
    case 'reset':
      return NO_EDITS;
  }
}

/** A second edit of a key keeps the base of the first, so that concurrent changes are still detected. */
function withEdit(edits: Edits, key: string, edit: Edit): Edits {
  const first = edits.get(key);
  const next = first ? { ...edit, seen: first.seen, revision: first.revision } : edit;
  const copy = new Map(edits);
  if (sameOrAbsent(edit.item, edit.seen)) copy.delete(key);
  else copy.set(key, next);
  return copy;
}

function without(edits: Edits, keys: readonly string[]): Edits {
  const copy = new Map(edits);
  for (const key of keys) copy.delete(key);
  return copy;
}

function mapEdits(edits: Edits, change: (edit: Edit, key: string) => Edit | null): Edits {
  const pairs = [...edits].flatMap(([key, edit]) => {
    const next = change(edit, key);
    return next ? [[key, next] as const] : [];
  });
  return new Map(pairs);
}

/** Removes sent edits; edits made while saving are rebased on the saved state. */
function afterSave(edits: Edits, sent: Edits, revision: number): Edits {
  return mapEdits(edits, (edit, key) => {
    const before = sent.get(key);
    if (!before) return edit;
    return sameOrAbsent(before.item, edit.item) ? null : { ...edit, seen: before.item, revision };
  });
}

/** The body of saveConfig: the diff and the revision the edits are based on. */
export function saveBody(saved: Iterable<EditableItem>, local: Iterable<EditableItem>, baseRevision: number) {
  return { ...diffConfig(saved, local), base_revision: baseRevision };
}

/** Number of settings a diff touches. */
export function diffSize(diff: ConfigDiff): number {
  return diff.added.length + diff.changed.length + diff.removed.length;
}
