import { diffConfig, type ConfigDiff } from '@mission-control/contract/config/diff';
import type { EditableItem } from '@mission-control/contract/config/rules';

/** The body of saveConfig: the diff and the revision the edits are based on. */
export function saveBody(saved: Iterable<EditableItem>, local: Iterable<EditableItem>, baseRevision: number) {
  return { ...diffConfig(saved, local), base_revision: baseRevision };
}

/** Number of settings a diff touches. */
export function diffSize(diff: ConfigDiff): number {
  return diff.added.length + diff.changed.length + diff.removed.length;
}

/** `1 change`, `4 changes`: as buttons and sentences name them. */
export function changesText(count: number, noun = 'change'): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
