import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { changesText } from '../state/save-diff.ts';
import { useEditor } from './editor-context.ts';

/** Asks before unsaved edits are lost: in the console by a dialog, on closing the tab by the browser's own [CFG-09]. */
export function LeaveGuard() {
  const { editor } = useEditor();
  const { unsaved, kind, tenant } = editor;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsaved > 0,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title="Do you really want to leave? you have unsaved changes!"
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="danger"
      emphasis="cancel"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {`${changesText(unsaved, 'setting')} of the ${kind.label} config of ${tenant.tenant_name} ${unsaved === 1 ? 'is' : 'are'} not saved.`}
    </ConfirmDialog>
  );
}
