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
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Requires typing the name before a destructive action; each opening starts with an empty input. */
export function TypedConfirmDialog({ open, ...props }: TypedConfirmDialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: Omit<TypedConfirmDialogProps, 'open'>) {
  const [typed, setTyped] = useState('');
  const { expected, pending = false, onConfirm, onClose } = props;
  const matches = typed.trim() === expected.trim();
  const act = () => {
    if (matches && !pending) onConfirm();
  };
  return (
    <DialogFrame
      open
      title={props.title}
      role="alertdialog"
      onClose={onClose}
      onSubmit={act}
      footer={
        <>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
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
