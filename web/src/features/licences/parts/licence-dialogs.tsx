import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { meaningColor } from '../../../ui/theme/tokens.ts';
import { entryFaults, entryWarning, putEntry, type Entry } from '../state/entries.ts';
import type { LicenceOnScreen } from '../state/use-licence.ts';
import { ExportDialog } from './export-dialog.tsx';

const Warning = styled('p')({ fontSize: 12, lineHeight: '16px', color: meaningColor.warn.main });

interface EntryDialogProps {
  entries: readonly Entry[];
  /** The entry to edit; null adds one. */
  edited: Entry | null;
  onChange: (entries: readonly Entry[]) => void;
  onClose: () => void;
}

/** Adds or edits an entry [LIC-02, LIC-03]. */
function EntryDialog({ entries, edited, onChange, onClose }: EntryDialogProps) {
  const [typed, setTyped] = useState({ name: edited?.name ?? '', value: String(edited?.value ?? '') });
  const [tried, setTried] = useState(false);
  const warning = entryWarning(typed);
  const faults = entryFaults(entries, edited, typed);
  const apply = () => {
    setTried(true);
    if (faults.name !== null || faults.value !== null) return;
    onChange(putEntry(entries, edited, typed));
    onClose();
  };
  return (
    <DialogFrame
      open
      title={edited ? `Edit ${edited.name}` : 'Add entry'}
      onClose={onClose}
      onSubmit={apply}
      footer={<FormFooter label={edited ? 'Apply' : 'Add'} onClose={onClose} />}
    >
      <TextField
        label="Name"
        mono
        autoComplete="off"
        autoFocus={edited === null}
        value={typed.name}
        error={tried ? faults.name : null}
        onChange={(event) => setTyped({ ...typed, name: event.target.value })}
      />
      <TextAreaField
        label="Value"
        mono
        rows={4}
        autoFocus={edited !== null}
        value={typed.value}
        error={tried ? faults.value : null}
        onChange={(event) => setTyped({ ...typed, value: event.target.value })}
      />
      {warning === null ? null : <Warning role="status">{warning}</Warning>}
    </DialogFrame>
  );
}

export type OpenDialog = { kind: 'add' | 'export' } | { kind: 'edit' | 'delete'; entry: Entry } | null;

interface LicenceDialogsProps {
  open: OpenDialog;
  licence: LicenceOnScreen;
  onClose: () => void;
}

/** Dialogs to add, edit, delete [LIC-04] and export; one is open at a time. */
export function LicenceDialogs({ open, licence, onClose }: LicenceDialogsProps) {
  const { entries, setEntries, filename } = licence;
  const deleted = open?.kind === 'delete' ? open.entry : null;
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
          onExported={(as) => licence.markExported(entries, as)}
          onClose={onClose}
        />
      ) : null}
      <ConfirmDialog
        open={open?.kind === 'delete'}
        title={`Delete ${deleted?.name ?? ''}?`}
        confirmLabel="Delete"
        tone="danger"
        onConfirm={() => {
          setEntries(entries.filter((one) => one.name !== deleted?.name));
          onClose();
        }}
        onClose={onClose}
      >
        The entry is removed from the table. Files exported before keep it.
      </ConfirmDialog>
    </>
  );
}
