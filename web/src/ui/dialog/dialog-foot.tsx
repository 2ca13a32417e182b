import { mdiContentSaveOutline, mdiTrashCanOutline } from '@mdi/js';
import { ActionButton } from '../action/action-button.tsx';
import { FormFoot } from './dialog-frame.tsx';

interface DialogFootProps {
  /** Wording of the button for a new thing. */
  addLabel: string;
  saving: boolean;
  deleting: boolean;
  /** Null for a new thing. */
  onDelete: (() => void) | null;
  onClose: () => void;
}

/** The buttons of a form that adds or changes a thing. */
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
