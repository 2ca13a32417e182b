import { useBlocker } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { isSomethingOpen } from './close-on-back.ts';
import { hasUnsavedWork, holdUnsavedWork } from './unsaved-work.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Number of unsaved changes; 0 disables the guard. */
  unsaved: number;
  /** Describes what would be lost. */
  children: ReactNode;
}

/** Asks before unsaved changes are lost: with a dialog inside the console, with the browser's prompt when the tab closes [CFG-09]. */
export function LeaveGuard({ unsaved, children }: LeaveGuardProps) {
  const hasChanges = unsaved > 0;
  useEffect(() => (hasChanges ? holdUnsavedWork() : undefined), [hasChanges]);
  const blocker = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      unsaved > 0 &&
      hasUnsavedWork() &&
      current.pathname !== next.pathname &&
      !(action === 'BACK' && isSomethingOpen()),
    enableBeforeUnload: () => unsaved > 0 && hasUnsavedWork(),
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
      {children}
    </ConfirmDialog>
  );
}
