import type { ConfigFormat } from '@mission-control/contract/catalogue';
import { keyFault, reservedFault, valueFault } from '@mission-control/contract/config/limits';
import { duplicateMessage, optionsOf, promoteType, type EditableItem } from '@mission-control/contract/config/rules';
import type { ItemType, KeyMeta } from '@mission-control/contract/config/schema';
import { valueRemark, warningsOf } from '@mission-control/contract/config/warnings';
import type { Remark } from './rows.ts';

type Keys = ReadonlyMap<string, KeyMeta>;

/** State of the dialog while a setting is added or edited. */
export interface Draft {
  item: EditableItem;
  /** The saved value of a secret once it was revealed here. */
  revealed: string | null;
}

/** Initial draft of a new setting. */
export const EMPTY_ITEM: EditableItem = { key: '', value: '', type: 2, state: 1, valueTemplate: null, masked: false };

export type ValueInput = 'line' | 'lines' | 'code' | 'options' | 'secret' | 'secret-lines';

/** Control for a value [CFG-24, CFG-25, CFG-26, CFG-31, CFG-32]. */
export function valueInput(item: Pick<EditableItem, 'key' | 'type'>, keys: Keys, secret: boolean): ValueInput {
  const long = item.type === 4 || item.type === 5;
  if (secret) return long ? 'secret-lines' : 'secret';
  if (item.type === 5) return 'code';
  if (item.type === 4) return 'lines';
  const meta = keys.get(item.key);
  return meta && constantType(item, keys) === 1 && optionsOf(meta).length > 0 ? 'options' : 'line';
}

/** The type as it will be saved: an unknown constant with a known name becomes a known one. */
export function constantType(item: Pick<EditableItem, 'key' | 'type'>, keys: Keys): ItemType {
  return promoteType(item.type, item.key, new Set(keys.keys()));
}

/** Choices of a key; an unlisted saved value is included, so that opening the dialog changes nothing. */
export function valueOptions(meta: KeyMeta, current: string): { value: string; label: string }[] {
  const options = optionsOf(meta).map((option) => ({ value: option.value, label: option.display_name }));
  if (current === '' || options.some((option) => option.value === current)) return options;
  return [...options, { value: current, label: `${current} (not an option)` }];
}

/** Updates the draft's type after its name was typed: constants with known names become known constants, others unknown. */
export function withKey(item: EditableItem, key: string, keys: Keys): EditableItem {
  const meta = keys.get(key);
  if (item.type > 2) return { ...item, key };
  const fits = !meta || optionsOf(meta).length === 0 || optionsOf(meta).some((option) => option.value === item.value);
  return { ...item, key, type: meta ? 1 : 2, value: fits ? item.value : '' };
}

interface DraftFaults {
  key: string | null;
  value: string | null;
}

/** The config that a draft is for. */
interface DraftPlace {
  format: ConfigFormat;
  /** The other settings, without the edited one. */
  local: readonly EditableItem[];
  keys: Keys;
}

/** Why a draft cannot be applied. */
export function draftFaults(item: EditableItem, { format, local, keys }: DraftPlace): DraftFaults {
  return {
    key: keyFault(item.key) ?? reservedFault(format, item) ?? duplicateMessage(item.key, local, new Set(keys.keys())),
    value: item.masked ? null : valueFault(item.value),
  };
}

/** Warnings that applying the draft would add. */
export function draftRemarks(item: EditableItem, local: readonly EditableItem[], keys: Keys): Remark[] {
  const others = local.filter((other) => other.key !== item.key);
  const known = { ...item, type: constantType(item, keys) };
  const before = new Set(warningsOf(local, keys.values()).map((remark) => remark.message));
  const after = warningsOf([...others, known], keys.values());
  const fault = valueRemark(known, keys.get(item.key));
  const shown = after.filter((remark) => remark.key === item.key || !before.has(remark.message));
  return [
    ...(fault !== null && item.value !== '' ? [{ meaning: 'bad' as const, message: fault }] : []),
    ...shown.map(({ message }) => ({ meaning: 'warn' as const, message })),
  ];
}

/** Converts the draft to an edit: a secret with its revealed value unchanged counts as untouched. */
export function appliedItem({ item, revealed }: Draft, keys: Keys): EditableItem {
  const type = constantType(item, keys);
  if (revealed !== null && item.value === revealed) return { ...item, type, value: '', masked: true };
  return { ...item, type };
}
