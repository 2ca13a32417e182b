import type { ConfigClash } from '@mission-control/contract/config/schema';
import { ResolveConflictsDialog, type Choices } from '../../../../lib/draft/resolve-conflicts-dialog.tsx';
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
  return (
    <ResolveConflictsDialog
      title={titleText(conflict.clashes)}
      conflicts={conflict.clashes}
      confirmLabel={ofDraft ? 'Continue editing' : 'Save again'}
      closeLabel={ofDraft ? 'Choose when saving' : 'Keep editing'}
      onResolve={onResolve}
      onClose={onClose}
    >
      Nothing has been saved yet. Revision {conflict.revision} is now the newest; your other edits are{' '}
      {ofDraft ? 'back in the form.' : 'kept and go with it.'}
    </ResolveConflictsDialog>
  );
}

function titleText(clashes: readonly ConfigClash[]): string {
  const people = [...new Set(clashes.map((clash) => clash.by))].join(' and ');
  return `${people} saved ${clashes.length === 1 ? 'this setting' : `${clashes.length} of these settings`} before you`;
}
