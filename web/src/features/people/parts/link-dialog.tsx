import type { OneTimeLink } from '@mission-control/contract/people/schema';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { ExactTime } from '../../../ui/display/relative-time.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';

const Line = styled('div')({ display: 'flex', alignItems: 'flex-end', gap: 8, '& > :first-of-type': { flex: 1 } });

/** Shows a one-time link, only once. */
export function LinkDialog({ link, onClose }: { link: OneTimeLink; onClose: () => void }) {
  const address = window.location.origin + link.link;
  return (
    <SecretDialog
      title={`Link for ${link.name}`}
      label="One-time link"
      value={address}
      copy="Copy link"
      onClose={onClose}
    >
      Send this link to {link.name}, who sets a password with it. It works once, until <ExactTime at={link.ends_at} />,
      and is not shown again.
    </SecretDialog>
  );
}

interface SecretDialogProps {
  title: string;
  label: string;
  value: string;
  /** Label of the copy button. */
  copy: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a secret only once, selected on focus: only its button closes it, not a second Enter, which the secret's field gets. */
export function SecretDialog({ title, label, value, copy, onClose, children }: SecretDialogProps) {
  return (
    <DialogFrame
      open
      once
      title={title}
      onClose={onClose}
      footer={
        // The second click of a double click was meant for what has opened the dialog.
        <ActionButton variant="primary" onClick={({ detail }) => detail < 2 && onClose()}>
          Done
        </ActionButton>
      }
    >
      <p>{children}</p>
      <Line>
        <TextField label={label} mono readOnly value={value} autoFocus onFocus={(event) => event.target.select()} />
        <CopyButton text={value} label={copy} />
      </Line>
    </DialogFrame>
  );
}
