import { mdiUpload } from '@mdi/js';
import { useRef, useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { styled } from '../../../ui/styled.ts';
import { visuallyHidden } from '../../../ui/tokens.ts';

const FileInput = styled('input')(visuallyHidden);

interface UploadButtonProps {
  pending: boolean;
  /** Something is on the screen that is in no file: asked before it is replaced. */
  asks: boolean;
  onFile: (file: File) => void;
}

/** Chooses a licence file [LIC-05]. */
export function UploadButton({ pending, asks, onFile }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [waiting, setWaiting] = useState<File | null>(null);
  const choose = (file: File) => (asks ? setWaiting(file) : onFile(file));
  return (
    <>
      <ActionButton icon={mdiUpload} pending={pending} onClick={() => input.current?.click()}>
        Upload
      </ActionButton>
      <FileInput
        ref={input}
        type="file"
        aria-label="Licence file"
        tabIndex={-1}
        onChange={(event) => {
          const [one] = event.target.files ?? [];
          // The same file can be chosen again.
          event.target.value = '';
          if (one) choose(one);
        }}
      />
      <ConfirmDialog
        open={waiting !== null}
        title="Replace the entries?"
        confirmLabel="Upload"
        tone="danger"
        onConfirm={() => {
          if (waiting) onFile(waiting);
          setWaiting(null);
        }}
        onClose={() => setWaiting(null)}
      >
        Your changes were not exported. The entries of {waiting?.name ?? 'the file'} take their place if it is a valid
        licence.
      </ConfirmDialog>
    </>
  );
}
