import { mdiRestore } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { ChangeSummary } from './change-summary.tsx';
import { ComparedChanges } from './compared-changes.tsx';
import { useEditor } from './editor-context.ts';
import { Quiet } from './layout.ts';
import { useComparison } from './use-comparison.ts';
import { useRestore } from './use-restore.ts';

/** What bringing an older revision back would change, before it does. */
export function RestoreDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const { editor } = useEditor();
  const { target, state, unsaved } = editor;
  const comparison = useComparison(target, { from: state.revision, to: number });
  const { entries } = comparison;
  const restoring = useRestore(target, number, onClose);
  return (
    <DialogFrame
      open
      width={720}
      title={`Restore revision ${number}?`}
      onClose={onClose}
      foot={
        <>
          <ActionButton autoFocus onClick={onClose}>
            Cancel
          </ActionButton>
          <ActionButton
            variant="primary"
            icon={mdiRestore}
            disabledReason={reasonNot(entries?.length, unsaved)}
            pending={restoring.isPending}
            onClick={() => restoring.mutate(state.revision)}
          >
            {`Restore as revision ${state.revision + 1}`}
          </ActionButton>
        </>
      }
    >
      <Quiet>
        Stores the settings of revision {number}, secrets included, as revision {state.revision + 1}. No server changes
        until Commit. Undo: restore {state.revision}.
      </Quiet>
      <ChangeSummary entries={entries ?? []} />
      <ComparedChanges comparison={comparison} scrolls>
        Revision {number} and the saved one, {state.revision}, have the same settings.
      </ComparedChanges>
    </DialogFrame>
  );
}

function reasonNot(differing: number | undefined, unsaved: number): string | null {
  if (unsaved > 0) return 'Save or reset your local edits first';
  if (differing === undefined) return 'Wait until the changes are known';
  return differing === 0 ? 'Nothing would change' : null;
}
