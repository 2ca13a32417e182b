import type { ConfigClash } from '@mission-control/contract/config/schema';
import { clashesSchema } from '@mission-control/contract/config/schema';
import type { EditableItem } from '@mission-control/contract/config/rules';
import type { Choice } from '../../../lib/draft/conflict-choice.tsx';
import type { Choices } from '../../../lib/draft/resolve-conflicts-dialog.tsx';
import type { EditAction } from './edits.ts';

/** Parsed 409 response of saveConfig. */
export interface SaveConflict {
  /** The newest saved revision: the resolution is saved on top of it. */
  revision: number;
  clashes: readonly ConfigClash[];
}

/** Parses the `details` of a 409; null for any other conflict. */
export function readConflict(details: unknown): SaveConflict | null {
  const parsed = clashesSchema.safeParse(details);
  return parsed.success ? parsed.data : null;
}

/** Applies the resolution to the edits: 'Use saved value' drops the edit, 'Keep mine' rebases it on the newest revision. */
export function resolveActions(
  conflict: SaveConflict,
  choices: Choices,
  saved?: ReadonlyMap<string, EditableItem>,
): EditAction[] {
  const chosen = (choice: Choice) =>
    conflict.clashes.map((clash) => clash.key).filter((key) => choices.get(key) === choice);
  return [
    { type: 'undo', keys: chosen('theirs') },
    { type: 'rebase', keys: chosen('mine'), revision: conflict.revision, ...(saved && { saved }) },
  ];
}
