import { mdiContentSaveOutline, mdiRestore } from '@mdi/js';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { ActionButton } from '../ui/action/action-button.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { isDialogOpen } from './address/close-on-back.ts';
import { hasUnsavedWork, registerUnsavedWork } from './address/unsaved-work.ts';

interface SaveActionsProps {
  /** Number of unsaved changes. */
  count: number;
  saving: boolean;
  /** Why saving is disabled. */
  disabledReason: string | null;
  label?: string;
  onReset: () => void;
  onSave: () => void;
  /** Between the two buttons. */
  children?: ReactNode;
}

/** Reset, while there are unsaved changes, and Save with their number. */
export function SaveActions(props: SaveActionsProps) {
  const { count, saving, disabledReason, label = 'Save', onReset, onSave, children } = props;
  const saveButton = useRef<HTMLButtonElement>(null);
  const reset = () => {
    // Its own button disappears.
    saveButton.current?.focus();
    onReset();
  };
  return (
    <>
      {count > 0 && !saving ? (
        <ActionButton variant="ghost" icon={mdiRestore} onClick={reset}>
          Reset
        </ActionButton>
      ) : null}
      {children}
      <ActionButton
        ref={saveButton}
        variant="primary"
        icon={mdiContentSaveOutline}
        count={count > 0 ? count : undefined}
        pending={saving}
        disabledReason={disabledReason}
        onClick={onSave}
      >
        {label}
      </ActionButton>
    </>
  );
}

interface LeaveGuardProps {
  /** Number of unsaved changes; 0 disables the guard. */
  unsaved: number;
  /** Describes what would be lost. */
  children: ReactNode;
}

/** Asks before unsaved changes are lost: with a dialog inside the console, with the browser's prompt when the tab closes [CFG-09]. */
export function LeaveGuard({ unsaved, children }: LeaveGuardProps) {
  const hasChanges = unsaved > 0;
  useEffect(() => (hasChanges ? registerUnsavedWork() : undefined), [hasChanges]);
  const blocker = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      unsaved > 0 && hasUnsavedWork() && current.pathname !== next.pathname && !(action === 'BACK' && isDialogOpen()),
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
