import type { ReactNode } from 'react';
import { ActionButton } from '../action/action-button.tsx';
import { Consequences } from './consequences.tsx';
import { DialogFrame } from './dialog-frame.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  /** The question. */
  title: ReactNode;
  children?: ReactNode;
  goes?: readonly ReactNode[];
  stays?: readonly ReactNode[];
  confirmLabel: string;
  cancelLabel?: string;
  confirmIcon?: string;
  tone?: 'primary' | 'danger';
  /** `cancel` when staying is the safer choice: it becomes the primary, last button. */
  emphasis?: 'confirm' | 'cancel';
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action. The safe choice has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, goes, stays, confirmLabel, cancelLabel = 'Cancel', confirmIcon, onConfirm } = props;
  const { tone = 'primary', emphasis = 'confirm', pending = false, onClose } = props;
  const toStay = emphasis === 'cancel';
  const cancel = (
    <ActionButton key="cancel" variant={toStay ? 'primary' : 'secondary'} autoFocus onClick={onClose}>
      {cancelLabel}
    </ActionButton>
  );
  const confirm = (
    <ActionButton
      key="confirm"
      variant={tone === 'primary' ? (toStay ? 'secondary' : 'primary') : toStay ? 'danger' : 'danger-fill'}
      pending={pending}
      onClick={onConfirm}
      {...(confirmIcon ? { icon: confirmIcon } : null)}
    >
      {confirmLabel}
    </ActionButton>
  );
  return (
    <DialogFrame
      open={open}
      title={title}
      role="alertdialog"
      onClose={onClose}
      foot={toStay ? [confirm, cancel] : [cancel, confirm]}
    >
      {children}
      <Consequences {...(goes ? { goes } : null)} {...(stays ? { stays } : null)} />
    </DialogFrame>
  );
}
