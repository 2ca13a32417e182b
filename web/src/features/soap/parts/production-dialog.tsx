import { mdiSend } from '@mdi/js';
import { useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface ProductionDialogProps {
  open: boolean;
  tenantName: string;
  method: string;
  /** @param always true: not to be asked again on this page */
  onConfirm: (always: boolean) => void;
  onClose: () => void;
}

/** Before something is sent to a system that people work with. */
export function ProductionDialog({ open, tenantName, method, onConfirm, onClose }: ProductionDialogProps) {
  const [always, setAlways] = useState(false);
  return (
    <ConfirmDialog
      open={open}
      title={`Send ${method} to production?`}
      confirmLabel="Send to production"
      confirmIcon={mdiSend}
      onConfirm={() => onConfirm(always)}
      onClose={onClose}
    >
      <p>
        {tenantName} is in production. If the method changes something, it changes what its customers see, and the
        console cannot take it back.
      </p>
      <Checkbox
        label="Do not ask again until this page is left"
        checked={always}
        onChange={(event) => setAlways(event.target.checked)}
      />
    </ConfirmDialog>
  );
}
