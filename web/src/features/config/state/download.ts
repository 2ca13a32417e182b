import type { EditableItem } from '@mission-control/contract/config/rules';
import { SECRET_MASK } from './masks.ts';

/** The config as a JSON file, edits included, sorted by key; secrets are masked in it. */
export function downloadText(items: readonly EditableItem[], isSecret: (key: string) => boolean): string {
  const rows = items
    .toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
    .map(({ key, value, type, state, valueTemplate }) => {
      const shown = isSecret(key) ? SECRET_MASK : value;
      return valueTemplate === null
        ? { key, value: shown, type, state }
        : { key, value: shown, type, state, valueTemplate };
    });
  return `${JSON.stringify(rows, null, 2)}\n`;
}
