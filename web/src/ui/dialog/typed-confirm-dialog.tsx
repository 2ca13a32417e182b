import { mdiTrashCanOutline } from '@mdi/js';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../action/action-button.tsx';
import { Consequences, type ConsequencesProps } from './confirm-dialog.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { TextField } from '../field/text-field.tsx';

interface TypedConfirmDialogProps extends ConsequencesProps {
  open: boolean;
  /** The question. */
  title: ReactNode;
  children?: ReactNode;
  /** Above the input, e.g. 'Type the tenant name below to confirm'. */
  inputLabel: string;
  /** The text to type, case-sensitive; surrounding whitespace is ignored. */
  expected: string;
  confirmLabel: string;
  /** A path of @mdi/js; a bin when absent. */
  confirmIcon?: string;
  cancelLabel?: string;
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Requires typing the name before a destructive action. */
export function TypedConfirmDialog({ open, onClose, ...props }: TypedConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const { expected, pending = false, onConfirm, cancelLabel = 'Cancel' } = props;
  const close = () => {
    setTyped('');
    onClose();
  };
  const matches = typed.trim() === expected.trim();
  const act = () => {
    if (matches && !pending) onConfirm();
  };
  return (
    <DialogFrame
      open={open}
      title={props.title}
      role="alertdialog"
      onClose={close}
      onSubmit={act}
      footer={
        <>
          <ActionButton onClick={close}>{cancelLabel}</ActionButton>
          <ActionButton
            type="submit"
            variant="danger-fill"
            icon={props.confirmIcon ?? mdiTrashCanOutline}
            pending={pending}
            disabledReason={matches ? null : props.inputLabel}
          >
            {props.confirmLabel}
          </ActionButton>
        </>
      }
    >
      <Consequences removed={props.removed} kept={props.kept} />
      {props.children}
      <TextField
        label={props.inputLabel}
        value={typed}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </DialogFrame>
  );
}
