import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FieldConflict } from './conflict-choice.tsx';
import { ResolveConflictsDialog, type Choices } from './resolve-conflicts-dialog.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { changedKeys, mergeFields, withChanges, type FieldChanges, type Fields } from './merge-fields.ts';
import { useDraft } from './use-draft.ts';

/** Field edits as stored, with base and edited value; null: the field does not exist. */
type StoredFields = readonly (readonly [key: string, base: string | null, mine: string | null])[];

export interface FieldsDraftProps {
  /** Name of the page: `branding:12`. */
  page: string;
  /** The fields as they were when the edits began. */
  base: Fields;
  /** The fields of the form. */
  mine: Fields;
  /** The fields as they are saved now. */
  saved: Fields;
  /** Name of a field on the screen. */
  labelOf?: (key: string) => string | undefined;
  /** Formats a value for display; default: the value itself. */
  show?: (value: string) => string;
  /** Merges what others save into the open form; false while the form itself saves. */
  mergeOthers?: boolean;
  /** The draft ends when the form closes, because it was saved or cancelled. */
  endsOnClose?: boolean;
  /** Puts values into the form. */
  onRestore: (changes: FieldChanges) => void;
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';

function storedFields(stored: unknown): StoredFields {
  const isField = (value: unknown): value is StoredFields[number] =>
    Array.isArray(value) && value.length === 3 && typeof value[0] === 'string' && isText(value[1]) && isText(value[2]);
  return Array.isArray(stored) ? stored.filter(isField) : [];
}

const sideOf = (stored: StoredFields, at: 1 | 2): Fields =>
  new Map(stored.flatMap((field) => (field[at] === null ? [] : [[field[0], field[at]] as const])));

function mergeStored(stored: StoredFields, saved: Fields) {
  return mergeFields(sideOf(stored, 1), sideOf(stored, 2), saved);
}

/** Values that somebody else saved while the form was open, with the form's base values. */
type Settled = ReadonlyMap<string, { was: string | null; now: string | null }>;

/** Base of the edits: the form's, or what others saved since, once merged or resolved. */
function useBase(base: Fields) {
  const [settled, setSettled] = useState<Settled>(new Map());
  const current = [...settled].filter(([key, { was }]) => (base.get(key) ?? null) === was);
  const settle = (changes: FieldChanges) =>
    setSettled(
      (now) =>
        new Map([...now, ...[...changes].map(([key, to]) => [key, { was: base.get(key) ?? null, now: to }] as const)]),
    );
  return { currentBase: withChanges(base, new Map(current.map(([key, { now }]) => [key, now]))), settle };
}

interface OthersInput {
  currentBase: Fields;
  mine: Fields;
  /** A stable object while nothing is saved. */
  saved: Fields;
  mergeOthers: boolean;
  settle: (changes: FieldChanges) => void;
  onRestore: (changes: FieldChanges) => void;
}

/** Merges what others save into the unedited fields of the form. @returns the fields that both sides changed */
function useOthers({
  currentBase,
  mine,
  saved,
  mergeOthers,
  settle,
  onRestore,
}: OthersInput): readonly FieldConflict[] {
  // Merges what others saved into the form, hence the swapped sides.
  const theirs = mergeOthers ? mergeFields(currentBase, saved, mine) : NOTHING;
  const disputed = new Set(theirs.conflicts.map(({ key }) => key));
  const changedByOthers = mergeOthers ? changedKeys(currentBase, saved).filter((key) => !disputed.has(key)) : [];
  const changedByOthersJson = JSON.stringify(changedByOthers.map((key) => [key, saved.get(key) ?? null]));
  useEffect(() => {
    if (changedByOthersJson === '[]') return;
    settle(new Map(JSON.parse(changedByOthersJson) as [string, string | null][]));
    if (theirs.changes.size > 0) onRestore(theirs.changes);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when others saved something
  }, [changedByOthersJson]);
  return theirs.conflicts.map((conflict) => ({ ...conflict, mine: conflict.theirs, theirs: conflict.mine }));
}

/** Stores the edits of a form of fields and offers earlier ones; conflicting fields are resolved one by one. */
export function FieldsDraft(props: FieldsDraftProps) {
  const { page, base, mine, saved, labelOf, show, mergeOthers = false, endsOnClose, onRestore } = props;
  const [offeredConflicts, setOfferedConflicts] = useState<readonly FieldConflict[]>([]);
  const { currentBase, settle } = useBase(base);
  const json = JSON.stringify(
    changedKeys(currentBase, mine).map((key) => [key, currentBase.get(key) ?? null, mine.get(key) ?? null]),
  );
  const savedJson = JSON.stringify([...saved]);
  const savedNow = useMemo(() => new Map(JSON.parse(savedJson) as [string, string][]), [savedJson]);
  const live = useOthers({ currentBase, mine, saved: savedNow, mergeOthers, settle, onRestore });
  const conflicts = offeredConflicts.length > 0 ? offeredConflicts : live;
  const draft = useDraft({
    page,
    base: '',
    endsOnClose,
    edits: useMemo(() => (json === '[]' ? null : (JSON.parse(json) as StoredFields)), [json]),
    read: useCallback(
      (stored: unknown) => {
        const read = storedFields(stored);
        const { changes, conflicts: both } = mergeStored(read, savedNow);
        return changes.size + both.length === 0 ? null : read;
      },
      [savedNow],
    ),
    restore: (stored) => {
      const { changes, conflicts: both } = mergeStored(stored, savedNow);
      onRestore(changes);
      setOfferedConflicts(both);
    },
  });
  const resolve = (choices: Choices) => {
    settle(new Map(conflicts.map((conflict) => [conflict.key, conflict.theirs])));
    onRestore(new Map(conflicts.map((conflict) => [conflict.key, conflict[choices.get(conflict.key) ?? 'mine']])));
    setOfferedConflicts([]);
  };
  return (
    <>
      <DraftBanner draft={draft} />
      {conflicts.length === 0 ? null : (
        <ResolveConflictsDialog
          title="These settings were saved elsewhere in the meantime"
          conflicts={conflicts.map((conflict) => ({
            ...conflict,
            label: labelOf?.(conflict.key) ?? conflict.key,
            base: shown(conflict.base, show),
            theirs: shown(conflict.theirs, show),
            mine: shown(conflict.mine, show),
          }))}
          confirmLabel="Continue editing"
          closeLabel="Keep mine"
          onResolve={resolve}
          onClose={() => resolve(new Map())}
        >
          Nothing has been saved yet. Your other edits are in the form.
        </ResolveConflictsDialog>
      )}
    </>
  );
}

const shown = (value: string | null, show: FieldsDraftProps['show']) => (value === null || !show ? value : show(value));

const NOTHING = { changes: new Map<string, string | null>(), conflicts: [] } satisfies ReturnType<typeof mergeFields>;
