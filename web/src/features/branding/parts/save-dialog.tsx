import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Mono } from '../../../ui/mono.tsx';
import type { FieldChange } from '../state/edits.ts';
import { FieldChanges } from './field-changes.tsx';

interface SaveDialogProps {
  open: boolean;
  tenantName: string;
  branch: string;
  changes: readonly FieldChange[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before the branding is saved and its files are generated [BRD-07]; it shows what changes. */
export function SaveDialog({ open, tenantName, branch, changes, onConfirm, onClose }: SaveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={`Save and generate the branding of ${tenantName}?`}
      confirmLabel="Save and Generate"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <FieldChanges changes={changes} />
      <p>
        The theme of the branch <Mono>{branch}</Mono> is compiled with these settings, and CSS, content and logo are
        published at once. The online-joining page of {tenantName} changes with it.
      </p>
    </ConfirmDialog>
  );
}
