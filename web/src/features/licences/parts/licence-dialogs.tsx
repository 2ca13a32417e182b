import type { Entry } from '../state/entries.ts';
import type { LicenceOnScreen } from '../state/use-licence.ts';
import { DeleteEntryDialog } from './delete-entry-dialog.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';

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
