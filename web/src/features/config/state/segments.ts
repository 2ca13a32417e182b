import type { ConfigRow } from './rows.ts';

export const SEGMENTS = ['all', 'unsaved', 'warnings'] as const;
export type Segment = (typeof SEGMENTS)[number];

const KEEPS: Readonly<Record<Segment, (row: ConfigRow) => boolean>> = {
  all: () => true,
  unsaved: (row) => row.mark !== null,
  warnings: (row) => row.remarks.length > 0 || row.theirs !== null,
};

/** How many rows each segment has, whatever is searched for. */
export function countSegments(rows: readonly ConfigRow[]): Record<Segment, number> {
  return { all: rows.length, unsaved: rows.filter(KEEPS.unsaved).length, warnings: rows.filter(KEEPS.warnings).length };
}

/** The rows of a segment that contain every word of the search in name, type or value. */
export function filterRows(rows: readonly ConfigRow[], segment: Segment, search: string): ConfigRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => KEEPS[segment](row) && words.every((word) => row.haystack.includes(word)));
}
