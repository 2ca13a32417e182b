import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { Entry } from '../state/entries.ts';
import type { LicenceOnScreen } from '../state/use-licence.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';

interface DeleteEntryDialogProps {
  /** Null while nothing is asked. */
  entry: Entry | null;
  onDelete: (entry: Entry) => void;
  onClose: () => void;
}

/** Asks before an entry goes [LIC-04]. */
function DeleteEntryDialog({ entry, onDelete, onClose }: DeleteEntryDialogProps) {
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

/** The dialog that is open. */
export type OpenDialog = { kind: 'add' | 'export' } | { kind: 'edit' | 'delete'; entry: Entry } | null;

interface LicenceDialogsProps {
  open: OpenDialog;
  licence: LicenceOnScreen;
  onClose: () => void;
}

/** Adding, editing, deleting and exporting, one at a time. */
export function LicenceDialogs({ open, licence, onClose }: LicenceDialogsProps) {
  const { entries, setEntries, filename } = licence;
  return (
    <>
      {open?.kind === 'add' || open?.kind === 'edit' ? (
        <EntryDialog
          entries={entries}
          edited={open.kind === 'edit' ? open.entry : null}
          onChange={setEntries}
          onClose={onClose}
        />
      ) : null}
      {open?.kind === 'export' ? (
        <ExportDialog
          entries={entries}
          filename={filename}
          onExported={(as) => licence.exported(entries, as)}
          onClose={onClose}
        />
      ) : null}
      <DeleteEntryDialog
        entry={open?.kind === 'delete' ? open.entry : null}
        onDelete={(entry) => {
          setEntries(entries.filter((one) => one.name !== entry.name));
          onClose();
        }}
        onClose={onClose}
      />
    </>
  );
}
