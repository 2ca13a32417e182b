import type { EditableItem } from '@mission-control/contract/config/rules';
import { sameOrAbsent, type Edits } from './edits.ts';

/** The edits as they stand on the newest saved config. */
export interface Rebased {
  /** Only those that still change something. */
  edits: Edits;
  /** Keys that somebody else has changed since the edit began. */
  overlaps: ReadonlySet<string>;
  /** The revision to send with Save: what is newer than it and touches the same keys is a conflict. */
  baseRevision: number;
  /** True when somebody saved since the oldest edit began. */
  moved: boolean;
}

/**
 * Lays edits over a newer saved config. An edit whose setting is untouched since goes with the newest revision; one that
 * overlaps keeps its own, so that the server can tell both sides. A secret cannot be compared here and keeps its own too.
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
