import { mdiContentSaveOutline, mdiTrashCanOutline } from '@mdi/js';
import { ActionButton } from '../action/action-button.tsx';
import { FormFoot } from './dialog-frame.tsx';

interface DialogFootProps {
  /** Label of the submit button for a new item. */
  addLabel: string;
  saving: boolean;
  deleting: boolean;
  /** Null for a new item. */
  onDelete: (() => void) | null;
  onClose: () => void;
}

/** The buttons of a form that adds or changes an item. */
export function DialogFoot({ addLabel, saving, deleting, onDelete, onClose }: DialogFootProps) {
  return (
    <>
      {onDelete === null ? null : (
        <ActionButton variant="ghost" icon={mdiTrashCanOutline} pending={deleting} onClick={onDelete}>
          Delete
        </ActionButton>
      )}
      <FormFoot
        label={onDelete === null ? addLabel : 'Save'}
        icon={mdiContentSaveOutline}
        pending={saving}
        onClose={onClose}
      />
    </>
  );
}
