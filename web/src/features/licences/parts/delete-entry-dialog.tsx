import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Entry } from '../state/entries.ts';

interface DeleteEntryDialogProps {
  /** Null while nothing is asked. */
  entry: Entry | null;
  onDelete: (entry: Entry) => void;
  onClose: () => void;
}

/** Asks before an entry goes [LIC-04]. */
export function DeleteEntryDialog({ entry, onDelete, onClose }: DeleteEntryDialogProps) {
  return (
    <ConfirmDialog
      open={entry !== null}
      title={`Delete ${entry?.name ?? ''}?`}
      confirmLabel="Delete"
      tone="danger"
      onConfirm={() => entry && onDelete(entry)}
      onClose={onClose}
    >
      The entry is taken out of the table. Files that were exported before keep it.
    </ConfirmDialog>
  );
}
