import { mdiRestore } from '@mdi/js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../../../lib/api/query.ts';
import { toastError } from '../../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { DialogFrame } from '../../../../ui/dialog/dialog-frame.tsx';
import { useWhileMounted } from '../../../../ui/dialog/use-dialog.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import { configTopics, restore, type ConfigRef } from '../../queries.ts';
import { useEditor } from '../editor/editor-context.ts';
import { Quiet } from '../editor/layout.ts';
import { ChangeSummary } from './change-summary.tsx';
import { ComparedChanges, useComparison } from './compared-changes.tsx';

/** Restores a revision as a new one. */
function useRestore(target: ConfigRef, number: number, onDone: () => void) {
  const client = useQueryClient();
  const close = useWhileMounted(onDone);
  const refresh = () => invalidateTopics(client, configTopics(target));
  return useMutation({
    mutationFn: (base: number) => restore(target, number, base),
    onSuccess: async ({ revision, warnings }) => {
      toast.success(`Revision ${number} restored as revision ${revision}`, {
        detail: 'The servers are as they were. Commit publishes it.',
      });
      for (const warning of warnings) toast.warning(warning);
      close();
      await refresh();
    },
    onError: async (error) => {
      toastError(error);
      await refresh();
    },
  });
}

/** Preview of restoring an older revision. */
export function RestoreDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const { editor } = useEditor();
  const { target, state, unsaved } = editor;
  const comparison = useComparison(target, { from: state.revision, to: number });
  const entries = comparison.data?.entries;
  const restoring = useRestore(target, number, onClose);
  return (
    <DialogFrame
      open
      width={720}
      title={`Restore revision ${number}?`}
      onClose={onClose}
      footer={
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
