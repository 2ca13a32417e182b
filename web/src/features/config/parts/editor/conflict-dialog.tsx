import type { ConfigClash } from '@mission-control/contract/config/schema';
import { ResolveConflictsDialog, type Choices } from '../../../../lib/draft/resolve-conflicts-dialog.tsx';
import { useConsole } from '../../../../lib/role-refusal.ts';
import type { SaveConflict } from '../../state/conflict.ts';

interface ConflictDialogProps {
  conflict: SaveConflict;
  /** The edits are a restored draft, and the choice saves nothing yet. */
  ofDraft?: boolean;
  onResolve: (choices: Choices) => void;
  onClose: () => void;
}

/** Resolves a conflict with a concurrent save: both values of each setting, and which to keep. */
export function ConflictDialog({ conflict, ofDraft = false, onResolve, onClose }: ConflictDialogProps) {
  const user = useConsole()?.user;
  return (
    <ResolveConflictsDialog
      title={titleText(conflict.clashes, user)}
      conflicts={conflict.clashes}
      confirmLabel={ofDraft ? 'Continue editing' : 'Save again'}
      closeLabel={ofDraft ? 'Choose when saving' : 'Keep editing'}
      onResolve={onResolve}
      onClose={onClose}
    >
      Nothing has been saved yet. Revision {conflict.revision} is now the newest; your other edits are{' '}
      {ofDraft ? 'back in the form.' : 'kept and are saved with your choice.'}
    </ResolveConflictsDialog>
  );
}

function titleText(clashes: readonly ConfigClash[], user: string | undefined): string {
  const settings = clashes.length === 1 ? 'this setting' : `${clashes.length} of these settings`;
  if (clashes.every(({ by }) => by === user)) return `You saved ${settings} elsewhere`;
  const people = [...new Set(clashes.map((clash) => clash.by))].join(' and ');
  return `${people} saved ${settings} before you`;
}
