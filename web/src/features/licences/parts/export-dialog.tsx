import { mdiDownload } from '@mdi/js';
import { encodeLicence } from '@mission-control/contract/licences/calls';
import { filenameFault } from '@mission-control/contract/licences/rules';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/api.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { downloadFile } from '../../../ui/action/download-file.ts';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { licenceOf, type Entry } from '../state/entries.ts';

/** The bytes of a base64 text. */
const binaryOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (one) => one.codePointAt(0) ?? 0)], { type: 'application/octet-stream' });

interface ExportDialogProps {
  entries: readonly Entry[];
  /** Suggested name. */
  filename: string;
  onExported: (filename: string) => void;
  onClose: () => void;
}

/** Signs and downloads the licence [LIC-06]; a failure changes nothing. */
export function ExportDialog({ entries, filename: suggested, onExported, onClose }: ExportDialogProps) {
  const [filename, setFilename] = useState(suggested);
  const [tried, setTried] = useState(false);
  const sent = useMutation({
    mutationFn: () =>
      api.send(encodeLicence, {
        body: { licence: licenceOf(entries), order: entries.map(({ name }) => name), filename: filename.trim() },
      }),
    onSuccess: (answer) => {
      downloadFile(answer.filename, binaryOf(answer.binary));
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
      footer={
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
        The {entries.length === 1 ? 'entry is' : `${entries.length} entries are`} signed, and the browser downloads the
        file. The audit log records who exported it.
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
