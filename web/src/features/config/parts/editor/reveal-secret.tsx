import { mdiEyeOutline } from '@mdi/js';
import { revealSecret } from '@mission-control/contract/config/calls';
import { MAX_REVEAL_REASON, revealReasonFault } from '@mission-control/contract/config/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toastError } from '../../../../lib/toast/toast-error.ts';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { IconButton } from '../../../../ui/action/icon-button.tsx';
import { DialogFrame, FormFooter } from '../../../../ui/dialog/dialog-frame.tsx';
import { useWhileMounted } from '../../../../ui/dialog/use-dialog.ts';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { reveal } from '../../queries.ts';
import { useEditor } from './editor-context.ts';
import { Quiet } from './layout.ts';

interface RevealSecretProps {
  /** The setting. */
  name: string;
  /** An icon in a row of the table. */
  iconOnly?: boolean;
  onRevealed: (value: string) => void;
}

/** Reveals a saved secret after asking for the reason, which the audit log keeps. */
export function RevealSecret({ name, iconOnly = false, onRevealed }: RevealSecretProps) {
  const [asking, setAsking] = useState(false);
  const disabledReason = useRoleRefusal(revealSecret, 'reveal a secret');
  const shared = { icon: mdiEyeOutline, disabledReason, onClick: () => setAsking(true) };
  return (
    <>
      {iconOnly ? (
        <IconButton {...shared} label={`Reveal ${name} (recorded in the audit log)`} aria-haspopup="dialog" />
      ) : (
        <ActionButton {...shared} size="small" aria-haspopup="dialog">
          Reveal (recorded in the audit log)
        </ActionButton>
      )}
      {asking ? (
        <ReasonDialog
          name={name}
          onClose={() => setAsking(false)}
          onRevealed={(value) => {
            setAsking(false);
            onRevealed(value);
          }}
        />
      ) : null}
    </>
  );
}

interface ReasonDialogProps extends Pick<RevealSecretProps, 'name' | 'onRevealed'> {
  onClose: () => void;
}

function ReasonDialog({ name, onRevealed, onClose }: ReasonDialogProps) {
  const { target } = useEditor().editor;
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const fault = revealReasonFault(reason);
  const reveals = useWhileMounted(onRevealed);
  const reading = useMutation({
    mutationFn: () => reveal(target, name, reason.trim()),
    onSuccess: ({ value }) => reveals(value),
    onError: (error) => toastError(error),
  });
  const submit = () => {
    setTried(true);
    if (fault === null && !reading.isPending) reading.mutate();
  };
  return (
    <DialogFrame
      open
      title={`Reveal ${name}?`}
      onClose={onClose}
      onSubmit={submit}
      footer={<FormFooter label="Reveal" icon={mdiEyeOutline} pending={reading.isPending} onClose={onClose} />}
    >
      <TextField
        label="Why do you need it?"
        help="Kept in the audit log with your name."
        error={tried ? fault : null}
        value={reason}
        maxLength={MAX_REVEAL_REASON}
        autoFocus
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
      <Quiet>At most 30 secrets an hour; then ask an admin.</Quiet>
    </DialogFrame>
  );
}
