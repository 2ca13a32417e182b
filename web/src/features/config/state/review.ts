import { ITEM_TYPE_LABELS, type EditableItem } from '@mission-control/contract/config/rules';
import { SECRET_MASK } from '../../../ui/display/visible-text.ts';
import type { RowMark } from './rows.ts';

/** What a change does to one setting, as review, commit and revisions show it. Secrets are masked already. */
export interface ReviewEntry {
  key: string;
  mark: RowMark;
  secret: boolean;
  /** Null = there was none, or will be none. */
  before: string | null;
  after: string | null;
  /** What else changes: type, export. */
  notes: readonly string[];
}

/** One side of a change; `key` is not needed. */
export type Side = Omit<EditableItem, 'key'>;

interface Change {
  key: string;
  before: Side | null;
  after: Side | null;
  secret: boolean;
}

/** A change as it is shown; null when nothing changes. */
export function reviewEntry({ key, before, after, secret }: Change): ReviewEntry | null {
  if (!before && !after) return null;
  const hidden = secret || (before?.masked ?? false) || (after?.masked ?? false);
  const shown = (side: Side | null) => (side && hidden ? SECRET_MASK : (side?.value ?? null));
  return {
    key,
    mark: markOf(before, after),
    secret: hidden,
    before: shown(before),
    after: shown(after),
    notes: before && after ? notesOf(before, after) : [],
  };
}

function markOf(before: Side | null, after: Side | null): RowMark {
  if (!before) return 'new';
  return after ? 'changed' : 'removed';
}

function notesOf(before: Side, after: Side): string[] {
  const notes: string[] = [];
  if (before.type !== after.type)
    notes.push(`Type: ${ITEM_TYPE_LABELS[before.type]} to ${ITEM_TYPE_LABELS[after.type]}`);
  if (before.state !== after.state) notes.push(after.state === 1 ? 'Exported from now on' : 'No longer exported');
  if (before.valueTemplate !== after.valueTemplate) notes.push('Its value template changes');
  return notes;
}

/** `1 added`, `2 changed`, `1 removed`: how many entries carry each mark. */
export function countMarks(entries: readonly Pick<ReviewEntry, 'mark'>[]): Record<RowMark, number> {
  const count = (mark: RowMark) => entries.filter((entry) => entry.mark === mark).length;
  return { new: count('new'), changed: count('changed'), removed: count('removed') };
}
