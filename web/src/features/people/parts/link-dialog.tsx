import type { OneTimeLink } from '@mission-control/contract/people/schema';
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
    <DialogFrame
      open
      once
      title={`Link for ${link.name}`}
      onClose={onClose}
      onSubmit={onClose}
      foot={
        <ActionButton type="submit" variant="primary">
          Done
        </ActionButton>
      }
    >
      <p>
        Send this link to {link.name}, who sets a password with it. It works once, until <ExactTime at={link.ends_at} />
        , and is not shown again.
      </p>
      <SecretField label="One-time link" value={address} copyLabel="Copy link" />
    </DialogFrame>
  );
}

/** A secret that is shown once, selected on focus, with a copy button. */
export function SecretField({ label, value, copyLabel }: { label: string; value: string; copyLabel: string }) {
  return (
    <Line>
      <TextField label={label} mono readOnly value={value} autoFocus onFocus={(event) => event.target.select()} />
      <CopyButton text={value} label={copyLabel} />
    </Line>
  );
}
