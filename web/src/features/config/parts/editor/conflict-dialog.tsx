import type { ConfigClash } from '@mission-control/contract/config/schema';
import { useState } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { DialogFrame } from '../../../../ui/dialog/dialog-frame.tsx';
import { isDecided, type Choice, type Choices, type SaveConflict } from '../../state/conflict.ts';
import { changesText } from '../../state/save-diff.ts';
import { ClashChoice } from './clash-choice.tsx';
import { Stack } from './layout.ts';

interface ConflictDialogProps {
  conflict: SaveConflict;
  /** The edits are a draft that was put back, and the choice saves nothing yet. */
  ofDraft?: boolean;
  onResolve: (choices: Choices) => void;
  onClose: () => void;
}

/** Resolves a conflict with a concurrent save: both values of each setting, and which to keep. */
export function ConflictDialog({ conflict, ofDraft = false, onResolve, onClose }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Choices>(new Map());
  const choose = (key: string, choice: Choice) => setChoices((now) => new Map([...now, [key, choice]]));
  const all = (choice: Choice) => setChoices(new Map(conflict.clashes.map((clash) => [clash.key, choice])));
  const open = conflict.clashes.filter((clash) => !choices.has(clash.key)).length;
  const decided = isDecided(conflict, choices);
  return (
    <DialogFrame
      open
      width={680}
      title={titleText(conflict.clashes)}
      onClose={onClose}
      foot={
        <>
          <ActionButton onClick={onClose}>{ofDraft ? 'Choose when saving' : 'Keep editing'}</ActionButton>
          <ActionButton
            variant="primary"
            disabledReason={decided ? null : `Choose for ${changesText(open, 'more setting')}`}
            onClick={() => onResolve(choices)}
          >
            {ofDraft ? 'Go on editing' : 'Save again'}
          </ActionButton>
        </>
      }
    >
      <p>
        Nothing was saved yet. Revision {conflict.revision} is the newest now;{' '}
        {ofDraft ? 'your other edits are back in the form.' : 'your other edits are kept and go with it.'}
      </p>
      {conflict.clashes.length > 1 ? (
        <div style={{ display: 'flex', gap: 8 }}>
          <ActionButton size="small" onClick={() => all('mine')}>
            Keep all mine
          </ActionButton>
          <ActionButton size="small" onClick={() => all('theirs')}>
            Take all theirs
          </ActionButton>
        </div>
      ) : null}
      <Stack gap={16}>
        {conflict.clashes.map((clash) => (
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

function titleText(clashes: readonly ConfigClash[]): string {
  const people = [...new Set(clashes.map((clash) => clash.by))].join(' and ');
  return `${people} saved ${clashes.length === 1 ? 'this setting' : `${clashes.length} of these settings`} before you`;
}
