import { mdiContentSaveOutline, mdiTrashCanOutline } from '@mdi/js';
import { ActionButton } from '../action/action-button.tsx';
import { FormFooter } from './dialog-frame.tsx';

interface DialogFooterProps {
  /** Label of the submit button for a new item. */
  addLabel: string;
  saving: boolean;
  deleting: boolean;
  /** Null for a new item. */
  onDelete: (() => void) | null;
  onClose: () => void;
}

/** The buttons of a form that adds or changes an item. */
export function DialogFooter({ addLabel, saving, deleting, onDelete, onClose }: DialogFooterProps) {
  return (
    <>
      {onDelete === null ? null : (
        <ActionButton variant="ghost" icon={mdiTrashCanOutline} pending={deleting} onClick={onDelete}>
          Delete
        </ActionButton>
      )}
      <FormFooter
        label={onDelete === null ? addLabel : 'Save'}
        icon={mdiContentSaveOutline}
        pending={saving}
        onClose={onClose}
      />
    </>
  );
}
