import { mdiTrashCanOutline } from '@mdi/js';
import { useEffect, useState, type ReactNode } from 'react';
import { ConfirmDialog, type ConsequencesProps } from '../../ui/dialog/confirm-dialog.tsx';
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { PresenceBar } from '../presence/presence-bar.tsx';
import { clearError, type useChange } from '../api/use-change.ts';
import { FieldsDraft, type FieldsDraftProps } from './fields-draft.tsx';
import { changedKeys } from './merge-fields.ts';

type Change = Pick<ReturnType<typeof useChange>, 'isPending' | 'isSuccess' | 'isError' | 'error' | 'reset'>;

/** The mutations of a record that may be added, saved and deleted. */
interface RecordChanges<Body> {
  add: Change & { mutate(request: { body: Body }): void };
  save: Change & { mutate(request: { params: { id: number }; query: { known: string }; body: Body }): void };
  remove: Change & { mutate(request: { params: { id: number } }): void };
}

/** What the dialog edits; null adds one. */
type EditedRecord = { id: number; name: string; updated_at: string } | null;

/** Errors by field, and `forget`, which clears them on the next change. */
export function faultsOf(record: object | null, { add, save }: { add: Change; save: Change }) {
  return {
    faults: (record ? save : add).error?.fields ?? {},
    forget: () => {
      clearError(add);
      clearError(save);
    },
  };
}

interface RecordDialogProps<Body> {
  record: EditedRecord;
  /** What the record is: `window`. */
  noun: string;
  width?: number;
  changes: RecordChanges<Body>;
  body: Body;
  draft: Omit<FieldsDraftProps, 'mergeOthers' | 'endsOnClose'>;
  /** What a deletion removes and keeps. */
  deletion: ConsequencesProps;
  onClose: () => void;
  children: ReactNode;
}

/** A field with a fault, or the first of a group with one. */
const FAULTY = '[aria-invalid="true"], fieldset:has(> [role="alert"]) :is(input, button)';

/** Adds, changes or deletes a record; stores unsaved edits, and follows what others save. */
export function RecordDialog<Body>(props: RecordDialogProps<Body>) {
  const { record, noun, width = 560, changes, body, draft, deletion, onClose, children } = props;
  const { add, save, remove } = changes;
  const editing = changedKeys(draft.base, draft.mine).length > 0;
  const [isAsked, setAsked] = useState(false);
  const failure = add.error ?? save.error;
  useEffect(() => {
    // It may be scrolled out of view.
    if (failure && !isAsked)
      [...document.querySelectorAll('[role="dialog"]')].at(-1)?.querySelector<HTMLElement>(FAULTY)?.focus();
  }, [failure, isAsked]);
  return (
    <>
      <DialogFrame
        open
        title={record ? record.name : `Add ${noun}`}
        onClose={onClose}
        onSubmit={() =>
          record
            ? save.mutate({ params: { id: record.id }, query: { known: record.updated_at }, body })
            : add.mutate({ body })
        }
        width={width}
        footer={
          <DialogFooter
            addLabel={`Add ${noun}`}
            saving={add.isPending || save.isPending}
            deleting={remove.isPending}
            onDelete={record && (() => setAsked(true))}
            onClose={onClose}
          />
        }
      >
        <PresenceBar page={draft.page} noun={noun} editing={editing} isNew={record === null} />
        <FieldsDraft {...draft} mergeOthers={!save.isPending && !save.isSuccess} endsOnClose />
        {children}
      </DialogFrame>
      <ConfirmDialog
        {...deletion}
        open={isAsked}
        title={`Delete the ${noun} ${record?.name}?`}
        confirmLabel="Delete"
        confirmIcon={mdiTrashCanOutline}
        tone="danger"
        onConfirm={() => {
          setAsked(false);
          if (record) remove.mutate({ params: { id: record.id } });
        }}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
