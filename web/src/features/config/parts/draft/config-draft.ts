import {
  configItemSchema,
  type ConfigClash,
  type ConfigItem,
  type ConfigState,
} from '@mission-control/contract/config/schema';
import { z } from 'zod';
import type { SaveConflict } from '../../state/conflict.ts';
import { NO_EDITS, type Edit, type Edits } from '../../state/edits.ts';
import { rebase, type Rebased } from '../../state/rebase.ts';

/** Unsaved edits as they are stored. */
export type ConfigDraft = (readonly [string, Edit])[];

const item = configItemSchema
  .pick({ key: true, value: true, type: true, state: true, valueTemplate: true, masked: true })
  .nullable();
const draftSchema = z.array(z.tuple([z.string(), z.object({ item, seen: item, revision: z.int() })]));

export const writeDraft = (edits: Edits): ConfigDraft | null => (edits.size === 0 ? null : [...edits]);

type Saved = ReadonlyMap<string, ConfigItem>;

/** Stored edits that still change something; null if there are none. */
export function readDraft(stored: unknown, saved: Saved, revision: number): ConfigDraft | null {
  const read = draftSchema.safeParse(stored);
  return writeDraft(rebase(read.success ? new Map(read.data) : NO_EDITS, saved, revision).edits);
}

/** The settings that others changed since the edits began, as a conflict to choose from; null if there are none. */
export function draftConflict({ edits, overlaps }: Rebased, saved: Saved, state: ConfigState): SaveConflict | null {
  const clashes = [...overlaps].flatMap((key): ConfigClash[] => {
    const edit = edits.get(key);
    const now = saved.get(key);
    if (!edit) return [];
    return [
      {
        key,
        base: edit.seen?.value ?? null,
        theirs: now?.value ?? null,
        mine: edit.item?.value ?? null,
        masked: now?.secret ?? edit.seen?.masked ?? false,
        // With several saves in between, it is unknown who changed this setting.
        by: (edit.revision === state.revision - 1 && state.saved_by) || 'Somebody',
        at: state.saved_at ?? '',
      },
    ];
  });
  return clashes.length === 0 ? null : { revision: state.revision, clashes };
}
