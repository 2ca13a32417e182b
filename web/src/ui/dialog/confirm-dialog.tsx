import type { ReactNode } from 'react';
import { ActionButton } from '../action/action-button.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { mdiCheckCircleOutline, mdiCloseCircleOutline } from '@mdi/js';
import { styled } from '../theme/styled.ts';
import { Icon } from '../display/icon.tsx';
import { meaningColor } from '../theme/tokens.ts';

export interface ConsequencesProps {
  removed?: readonly ReactNode[] | undefined;
  kept?: readonly ReactNode[] | undefined;
}

const List = styled('ul')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '& li': { display: 'flex', gap: 8 },
  '& svg': { marginTop: 2 },
});

/** What an action removes, then what it keeps. */
export function Consequences({ removed = [], kept = [] }: ConsequencesProps) {
  if (removed.length + kept.length === 0) return null;
  return (
    <List>
      {removed.map((text, index) => (
        // A fixed list of sentences: the index is the identity.
        <li key={`removed-${index}`}>
          <Icon path={mdiCloseCircleOutline} color={meaningColor.bad.main} label="Removed:" />
          <span>{text}</span>
        </li>
      ))}
      {kept.map((text, index) => (
        <li key={`kept-${index}`}>
          <Icon path={mdiCheckCircleOutline} color={meaningColor.good.main} label="Kept:" />
          <span>{text}</span>
        </li>
      ))}
    </List>
  );
}

export interface ConfirmDialogProps extends ConsequencesProps {
  open: boolean;
  /** The question. */
  title: ReactNode;
  children?: ReactNode;
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
  const { open, title, children, removed, kept, confirmLabel, cancelLabel = 'Cancel', confirmIcon, onConfirm } = props;
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
      icon={confirmIcon}
      onClick={onConfirm}
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
      footer={toStay ? [confirm, cancel] : [cancel, confirm]}
    >
      {children}
      <Consequences removed={removed} kept={kept} />
    </DialogFrame>
  );
}
