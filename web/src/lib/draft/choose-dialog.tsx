import { useState, type ReactNode } from 'react';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { ClashChoice, type Choice, type Clash } from './clash-choice.tsx';

export type Choices = ReadonlyMap<string, Choice>;

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16 });
const Row = styled('div')({ display: 'flex', gap: 8 });

interface ChooseDialogProps {
  title: string;
  /** What the choice is about, and what happens to everything else. */
  children: ReactNode;
  clashes: readonly Clash[];
  /** What a value is: `setting`. */
  what: string;
  confirmLabel: string;
  closeLabel: string;
  onResolve: (choices: Choices) => void;
  onClose: () => void;
}

/** Conflicting values: both sides of each, and which one to keep. */
export function ChooseDialog(props: ChooseDialogProps) {
  const { title, children, clashes, what, confirmLabel, closeLabel, onResolve, onClose } = props;
  const [choices, setChoices] = useState<Choices>(new Map());
  const choose = (key: string, choice: Choice) => setChoices((now) => new Map([...now, [key, choice]]));
  const all = (choice: Choice) => setChoices(new Map(clashes.map((clash) => [clash.key, choice])));
  const open = clashes.filter((clash) => !choices.has(clash.key)).length;
  return (
    <DialogFrame
      open
      width={680}
      title={title}
      onClose={onClose}
      foot={
        <>
          <ActionButton onClick={onClose}>{closeLabel}</ActionButton>
          <ActionButton
            variant="primary"
            disabledReason={open === 0 ? null : `Choose for ${open} more ${what}${open === 1 ? '' : 's'}`}
            onClick={() => onResolve(choices)}
          >
            {confirmLabel}
          </ActionButton>
        </>
      }
    >
      <p>{children}</p>
      {clashes.length > 1 ? (
        <Row>
          <ActionButton size="small" onClick={() => all('mine')}>
            Keep all mine
          </ActionButton>
          <ActionButton size="small" onClick={() => all('theirs')}>
            Take all theirs
          </ActionButton>
        </Row>
      ) : null}
      <Stack>
        {clashes.map((clash) => (
          <ClashChoice
            key={clash.key}
            clash={clash}
            choice={choices.get(clash.key) ?? null}
            onChoose={(choice) => choose(clash.key, choice)}
          />
        ))}
      </Stack>
    </DialogFrame>
  );
}
