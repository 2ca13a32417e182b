import { cutLength, cutValue, ITEM_TYPE_LABELS, type EditableItem } from '@mission-control/contract/config/rules';
import type { ConfigItem, ItemType, KeyMeta } from '@mission-control/contract/config/schema';
import { errorsOf, warningsOf, type ConfigRemark } from '@mission-control/contract/config/warnings';
import { visibleText } from '../../../ui/display/visible-text.ts';
import type { Rebased } from './rebase.ts';
import { localItems } from './local-config.ts';

/** A problem: an invalid value (an error, as in the validation), or settings that contradict each other. */
export interface Remark {
  meaning: 'bad' | 'warn';
  /** In the documented wording. */
  message: string;
}

export type RowMark = 'new' | 'changed' | 'removed';

/** One line of the editor's table. */
export interface ConfigRow {
  key: string;
  type: ItemType;
  typeLabel: string;
  /** Value after Save, truncated for the table; '' for a secret not typed here. */
  value: string;
  /** Full length of a truncated value; null if shown whole. */
  cutFrom: number | null;
  /** Saved value of a changed row, truncated; null when only other fields differ. */
  previous: string | null;
  mark: RowMark | null;
  secret: boolean;
  /** State 0: stored, but omitted from the published file. */
  notExported: boolean;
  /** The saved value differs from the last committed file. */
  notCommitted: boolean;
  remarks: readonly Remark[];
  /** Changed by others since the edit began: the saved value (null = removed). */
  theirs: { value: string | null } | null;
  /** Searchable text in lower case; never a secret's value. */
  haystack: string;
}

interface RowInput {
  saved: ReadonlyMap<string, ConfigItem>;
  keys: ReadonlyMap<string, KeyMeta>;
  rebased: Rebased;
  /** Keys that changed since the last commit. */
  waiting: ReadonlySet<string>;
}

const collator = new Intl.Collator('en-GB');

/** The whole table, sorted by name; removed settings stay as rows until Save. */
export function buildRows(input: RowInput): ConfigRow[] {
  const { saved, keys, rebased } = input;
  const local = localItems(saved, rebased.edits);
  const remarks = remarksByKey(local, keys);
  const removed = [...rebased.edits].flatMap(([key, edit]) => {
    const item = edit.item ? undefined : saved.get(key);
    return item ? [item] : [];
  });
  return [...local, ...removed]
    .map((item) => keptRow(item, input, remarks.get(item.key)))
    .toSorted((a, b) => collator.compare(a.key, b.key));
}

type Rows = WeakMap<EditableItem, ConfigRow>;
const plainRows = new WeakMap<RowInput['keys'], WeakMap<RowInput['waiting'], Rows>>();

/** Reuses the rows of unchanged settings: an edit re-renders its own row only. */
function keptRow(item: EditableItem, input: RowInput, remarks: readonly Remark[] | undefined): ConfigRow {
  const { saved, keys, rebased, waiting } = input;
  if (saved.get(item.key) !== item || rebased.edits.has(item.key) || remarks)
    return buildRow(item, input, remarks ?? []);
  const ofKeys = kept(plainRows, keys, () => new WeakMap());
  const rows: Rows = kept(ofKeys, waiting, () => new WeakMap());
  return kept(rows, item, () => buildRow(item, input, []));
}

function kept<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

function remarksByKey(
  local: readonly EditableItem[],
  keys: ReadonlyMap<string, KeyMeta>,
): ReadonlyMap<string, Remark[]> {
  const remarks = new Map<string, Remark[]>();
  const add = (meaning: Remark['meaning'], found: readonly ConfigRemark[]) => {
    for (const { key, message } of found) remarks.set(key, [...(remarks.get(key) ?? []), { meaning, message }]);
  };
  add('bad', errorsOf(local, keys.values()));
  add('warn', warningsOf(local, keys.values()));
  return remarks;
}

function buildRow(item: EditableItem, input: RowInput, remarks: readonly Remark[]): ConfigRow {
  const { saved, keys, rebased, waiting } = input;
  const before = saved.get(item.key);
  const secret = isSecret(item.key, saved, keys);
  const mark = markOf(item.key, rebased, before !== undefined);
  const typeLabel = ITEM_TYPE_LABELS[item.type];
  return {
    key: item.key,
    type: item.type,
    typeLabel,
    value: visibleText(cutValue(item.value)),
    cutFrom: cutLength(item.value),
    previous: mark === 'changed' && before && before.value !== item.value ? visibleText(cutValue(before.value)) : null,
    mark,
    secret,
    notExported: item.state === 0,
    notCommitted: mark === null && item.state === 1 && ((before?.db_only ?? false) || waiting.has(item.key)),
    remarks: mark === 'removed' ? [] : remarks,
    theirs: rebased.overlaps.has(item.key) ? { value: before ? visibleText(cutValue(before.value)) : null } : null,
    haystack: [item.key, typeLabel, secret ? '' : item.value].join('\n').toLowerCase(),
  };
}

function markOf(key: string, rebased: Rebased, wasSaved: boolean): RowMark | null {
  const edit = rebased.edits.get(key);
  if (!edit) return null;
  if (!edit.item) return 'removed';
  return wasSaved ? 'changed' : 'new';
}

/** Whether the value is masked: as saved, or by the key's metadata for a new one. */
export function isSecret(
  key: string,
  saved: ReadonlyMap<string, Pick<ConfigItem, 'secret'>>,
  keys: ReadonlyMap<string, Pick<KeyMeta, 'secret'>>,
): boolean {
  return (saved.get(key)?.secret ?? false) || (keys.get(key)?.secret ?? false);
}
