import { mdiUndo } from '@mdi/js';
import { Card } from '../../../ui/card.tsx';
import { ChangeList } from '../../../ui/change-list.tsx';
import { Count } from '../../../ui/count.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Change } from '../service-changes.ts';

interface UnsavedChangesProps {
  changes: readonly Change[];
  onUndo: (change: Change) => void;
}

/** Exactly what Save will do, each with its way back. */
export function UnsavedChanges({ changes, onUndo }: UnsavedChangesProps) {
  const listed = changes.map((change) => ({
    id: change.id,
    label: wordOf(change),
    before: change.before,
    after: change.after,
    action: (
      <IconButton
        icon={mdiUndo}
        label={`Undo: ${wordOf(change)} ${change.after ?? change.before ?? ''}`}
        onClick={() => onUndo(change)}
      />
    ),
  }));
  return (
    <Card title="Unsaved changes" chips={<Count>{changes.length}</Count>}>
      <ChangeList label="Unsaved changes" changes={listed} />
    </Card>
  );
}

function wordOf({ what, before, after }: Change): string {
  if (before === null) return `${what} added`;
  return after === null ? `${what} deleted` : what;
}
