import { mdiContentSaveOutline, mdiRestore } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';
import type { EditedBranding } from '../use-branding-edits.ts';

interface SaveActionsProps {
  label: string;
  edited: EditedBranding;
  saving: boolean;
  onSave: () => void;
}

/** Reset and the save of the open tab. Saving works without changes, too: it generates the files again. */
export function SaveActions({ label, edited, saving, onSave }: SaveActionsProps) {
  const count = edited.changes.length;
  return (
    <>
      {count > 0 && !saving ? (
        <ActionButton variant="ghost" icon={mdiRestore} onClick={edited.reset}>
          Reset
        </ActionButton>
      ) : null}
      <ActionButton
        variant="primary"
        icon={mdiContentSaveOutline}
        count={count > 0 ? count : undefined}
        pending={saving}
        onClick={onSave}
      >
        {label}
      </ActionButton>
    </>
  );
}
