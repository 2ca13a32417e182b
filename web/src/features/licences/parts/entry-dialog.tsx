import { useState } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { meaningColor } from '../../../ui/theme/tokens.ts';
import { entryFaults, entryWarning, putEntry, type Entry } from '../state/entries.ts';

const Warning = styled('p')({ fontSize: 12, lineHeight: '16px', color: meaningColor.warn.main });

interface EntryDialogProps {
  entries: readonly Entry[];
  /** The entry to edit; null adds one. */
  edited: Entry | null;
  onChange: (entries: readonly Entry[]) => void;
  onClose: () => void;
}

/** Adds or edits an entry [LIC-02, LIC-03]. */
export function EntryDialog({ entries, edited, onChange, onClose }: EntryDialogProps) {
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
      title={edited ? `Edit ${edited.name}` : 'Add an entry'}
      onClose={onClose}
      onSubmit={apply}
      foot={
        <>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton type="submit" variant="primary">
            {edited ? 'Apply' : 'Add'}
          </ActionButton>
        </>
      }
    >
      <TextField
        label="Name"
        mono
        autoComplete="off"
        autoFocus={edited === null}
        value={typed.name}
        error={tried ? (faults.name ?? undefined) : undefined}
        onChange={(event) => setTyped({ ...typed, name: event.target.value })}
      />
      <TextAreaField
        label="Value"
        mono
        rows={4}
        autoFocus={edited !== null}
        value={typed.value}
        error={tried ? (faults.value ?? undefined) : undefined}
        onChange={(event) => setTyped({ ...typed, value: event.target.value })}
      />
      {warning === null ? null : <Warning role="status">{warning}</Warning>}
    </DialogFrame>
  );
}
