import { useCallback, useMemo, useState } from 'react';
import type { Clash } from './clash-choice.tsx';
import { ChooseDialog, type Choices } from './choose-dialog.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { changedKeys, mergeFields, type FieldChanges, type Fields } from './merge-fields.ts';
import { useDraft } from './use-draft.ts';

/** Edits of fields as they are stored: what they began from, and what they say; null: there is none. */
type StoredFields = readonly (readonly [key: string, base: string | null, mine: string | null])[];

interface FieldsDraftProps {
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
  /** The draft ends when the form closes, because it was saved or cancelled. */
  endsOnClose?: boolean;
  /** Puts values into the form. */
  onRestore: (changes: FieldChanges) => void;
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';

function storedFields(stored: unknown): StoredFields {
  const isField = (one: unknown): one is StoredFields[number] =>
    Array.isArray(one) && one.length === 3 && typeof one[0] === 'string' && isText(one[1]) && isText(one[2]);
  return Array.isArray(stored) ? stored.filter(isField) : [];
}

const sideOf = (stored: StoredFields, at: 1 | 2): Fields =>
  new Map(stored.flatMap((field) => (field[at] === null ? [] : [[field[0], field[at]] as const])));

function mergeStored(stored: StoredFields, saved: Fields) {
  return mergeFields(sideOf(stored, 1), sideOf(stored, 2), saved);
}

/** Keeps the edits of a form of fields, and offers those left there; fields that others saved meanwhile are chosen one by one. */
export function FieldsDraft({ page, base, mine, saved, labelOf, endsOnClose, onRestore }: FieldsDraftProps) {
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const json = JSON.stringify(
    changedKeys(base, mine).map((key) => [key, base.get(key) ?? null, mine.get(key) ?? null]),
  );
  const savedJson = JSON.stringify([...saved]);
  const savedNow = useMemo(() => new Map(JSON.parse(savedJson) as [string, string][]), [savedJson]);
  const draft = useDraft({
    page,
    base: '',
    endsOnClose,
    edits: useMemo(() => (json === '[]' ? null : (JSON.parse(json) as StoredFields)), [json]),
    read: useCallback(
      (stored: unknown) => {
        const read = storedFields(stored);
        const { changes, clashes: both } = mergeStored(read, savedNow);
        return changes.size + both.length === 0 ? null : read;
      },
      [savedNow],
    ),
    restore: (stored) => {
      const { changes, clashes: both } = mergeStored(stored, savedNow);
      onRestore(changes);
      setClashes(both.map((clash) => ({ ...clash, label: labelOf?.(clash.key) ?? clash.key })));
    },
  });
  const resolve = (choices: Choices) => {
    onRestore(new Map(clashes.flatMap(({ key, mine: my }) => (choices.get(key) === 'mine' ? [[key, my]] : []))));
    setClashes([]);
  };
  return (
    <>
      <DraftBanner draft={draft} />
      {clashes.length === 0 ? null : (
        <ChooseDialog
          title="Somebody saved these settings before you"
          clashes={clashes}
          what="setting"
          confirmLabel="Go on editing"
          closeLabel="Keep mine"
          onResolve={resolve}
          onClose={() => resolve(new Map(clashes.map(({ key }) => [key, 'mine'])))}
        >
          Nothing was saved yet. Your other edits are back in the form.
        </ChooseDialog>
      )}
    </>
  );
}
