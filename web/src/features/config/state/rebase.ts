import type { EditableItem } from '@mission-control/contract/config/rules';
import { sameOrAbsent, type Edits } from './edits.ts';
import type { ConfigRow } from './rows.ts';

export const SEGMENTS = ['all', 'unsaved', 'warnings'] as const;
export type Segment = (typeof SEGMENTS)[number];

const KEEPS: Readonly<Record<Segment, (row: ConfigRow) => boolean>> = {
  all: () => true,
  unsaved: (row) => row.mark !== null,
  warnings: (row) => row.remarks.length > 0 || row.theirs !== null,
};

/** Rows per segment, ignoring the search. */
export function countSegments(rows: readonly ConfigRow[]): Record<Segment, number> {
  return { all: rows.length, unsaved: rows.filter(KEEPS.unsaved).length, warnings: rows.filter(KEEPS.warnings).length };
}

/** Rows of a segment with every search word in name, type or value. */
export function filterRows(rows: readonly ConfigRow[], segment: Segment, search: string): ConfigRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => KEEPS[segment](row) && words.every((word) => row.haystack.includes(word)));
}

/** Edits rebased on the newest saved config. */
export interface Rebased {
  /** Edits that still change something. */
  edits: Edits;
  /** Keys changed by others since the edit began. */
  overlaps: ReadonlySet<string>;
  /** Base revision to send with Save: newer changes of the same keys are conflicts. */
  baseRevision: number;
  /** True when there was a save since the oldest edit began. */
  moved: boolean;
}

/**
 * Rebases edits on a newer saved config. An edit of an untouched setting moves to the newest revision; an overlapping one keeps its base, so
 * that the server detects the conflict. Secrets cannot be compared here and keep theirs, too.
 */
export function rebase(all: Edits, saved: ReadonlyMap<string, EditableItem>, revision: number): Rebased {
  const edits = new Map([...all].filter(([key, edit]) => !sameOrAbsent(edit.item, saved.get(key) ?? null)));
  const overlaps = new Set<string>();
  let baseRevision = revision;
  for (const [key, edit] of edits) {
    const overlap = !sameOrAbsent(edit.seen, saved.get(key) ?? null);
    if (overlap) overlaps.add(key);
    if (overlap || edit.seen?.masked) baseRevision = Math.min(baseRevision, edit.revision);
  }
  const moved = [...edits.values()].some((edit) => edit.revision < revision);
  return { edits, overlaps, baseRevision, moved };
}
