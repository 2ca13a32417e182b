import { countText } from '@mission-control/contract/numbers';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { ConflictChoice, type Choice, type FieldConflict } from './conflict-choice.tsx';

export type Choices = ReadonlyMap<string, Choice>;

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16 });
const Row = styled('div')({ display: 'flex', gap: 8 });

interface ResolveConflictsDialogProps {
  title: string;
  /** What the choice is about, and what happens to everything else. */
  children: ReactNode;
  conflicts: readonly FieldConflict[];
  confirmLabel: string;
  closeLabel: string;
  onResolve: (choices: Choices) => void;
  onClose: () => void;
}

/** Conflicting values: both sides of each, and which one to keep. */
export function ResolveConflictsDialog(props: ResolveConflictsDialogProps) {
  const { title, children, conflicts, confirmLabel, closeLabel, onResolve, onClose } = props;
  const [choices, setChoices] = useState<Choices>(new Map());
  const choose = (key: string, choice: Choice) => setChoices((now) => new Map([...now, [key, choice]]));
  const all = (choice: Choice) => setChoices(new Map(conflicts.map((conflict) => [conflict.key, choice])));
  const open = conflicts.filter((conflict) => !choices.has(conflict.key)).length;
  return (
    <DialogFrame
      open
      width={680}
      title={title}
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>{closeLabel}</ActionButton>
          <ActionButton
            variant="primary"
            disabledReason={open === 0 ? null : `Choose a value for ${countText(open, 'more setting')}`}
            onClick={() => onResolve(choices)}
          >
            {confirmLabel}
          </ActionButton>
        </>
      }
    >
      <p>{children}</p>
      {conflicts.length > 1 ? (
        <Row>
          <ActionButton size="small" onClick={() => all('mine')}>
            Keep all mine
          </ActionButton>
          <ActionButton size="small" onClick={() => all('theirs')}>
            Use all saved values
          </ActionButton>
        </Row>
      ) : null}
      <Stack>
        {conflicts.map((conflict) => (
          <ConflictChoice
            key={conflict.key}
            conflict={conflict}
            choice={choices.get(conflict.key) ?? null}
            onChoose={(choice) => choose(conflict.key, choice)}
          />
        ))}
      </Stack>
    </DialogFrame>
  );
}
