import { mdiDownload } from '@mdi/js';
import { filenameFault } from '@mission-control/contract/licences/rules';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { toastError } from '../../../lib/toast-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { sendEntries } from '../queries.ts';
import { licenceOf, type Entry } from '../state/entries.ts';
import { saveFile } from '../state/save-file.ts';

interface ExportDialogProps {
  entries: readonly Entry[];
  /** What the file is called unless another name is typed. */
  filename: string;
  onExported: (filename: string) => void;
  onClose: () => void;
}

/** Has the licence signed and saves it [LIC-06]; a failure leaves everything as it is. */
export function ExportDialog({ entries, filename: suggested, onExported, onClose }: ExportDialogProps) {
  const [filename, setFilename] = useState(suggested);
  const [tried, setTried] = useState(false);
  const sent = useMutation({
    mutationFn: () =>
      sendEntries(
        licenceOf(entries),
        entries.map(({ name }) => name),
        filename.trim(),
      ),
    onSuccess: (answer) => {
      saveFile(answer.binary, answer.filename);
      onExported(answer.filename);
      onClose();
    },
    onError: (error) => toastError(error),
  });
  const refused = sent.error instanceof ApiError ? sent.error.fields['filename'] : undefined;
  const fault = filenameFault(filename.trim());
  const apply = () => {
    setTried(true);
    if (fault === null && !sent.isPending) sent.mutate();
  };
  return (
    <DialogFrame
      open
      title="Export licence"
      onClose={() => !sent.isPending && onClose()}
      onSubmit={apply}
      foot={
        <>
          <ActionButton onClick={onClose} disabledReason={sent.isPending ? 'The licence is being signed' : null}>
            Cancel
          </ActionButton>
          <ActionButton type="submit" variant="primary" icon={mdiDownload} pending={sent.isPending}>
            Export
          </ActionButton>
        </>
      }
    >
      <p>
        The {entries.length === 1 ? 'entry is' : `${entries.length} entries are`} signed, and the file is saved by the
        browser. The audit trail keeps who exported it.
      </p>
      <TextField
        label="File name"
        autoFocus
        autoComplete="off"
        value={filename}
        error={(tried ? fault : null) ?? refused}
        onChange={(event) => setFilename(event.target.value)}
      />
    </DialogFrame>
  );
}
