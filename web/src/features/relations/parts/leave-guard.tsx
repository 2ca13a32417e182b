import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  unsaved: number;
  tenantName: string;
}

/** Asks before unsaved relations are lost: in the console by a dialog, on closing the tab by the browser's own. */
export function LeaveGuard({ unsaved, tenantName }: LeaveGuardProps) {
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
      {`${unsaved} ${unsaved === 1 ? 'relation' : 'relations'} of ${tenantName} ${unsaved === 1 ? 'is' : 'are'} not saved.`}
    </ConfirmDialog>
  );
}
