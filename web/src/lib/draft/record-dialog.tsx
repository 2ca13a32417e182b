import type { ReactNode } from 'react';
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
  onClose: () => void;
  children: ReactNode;
}

/** Adds, changes or deletes a record; stores unsaved edits, and follows what others save. */
export function RecordDialog<Body>(props: RecordDialogProps<Body>) {
  const { record, noun, width = 560, changes, body, draft, onClose, children } = props;
  const { add, save, remove } = changes;
  const editing = changedKeys(draft.base, draft.mine).length > 0;
  return (
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
          onDelete={record && (() => remove.mutate({ params: { id: record.id } }))}
          onClose={onClose}
        />
      }
    >
      <PresenceBar page={draft.page} noun={noun} editing={editing} isNew={record === null} />
      <FieldsDraft {...draft} mergeOthers={!save.isPending && !save.isSuccess} endsOnClose />
      {children}
    </DialogFrame>
  );
}
