import { mdiUndo } from '@mdi/js';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { ChangeList } from '../../../ui/dialog/change-list.tsx';
import { Count } from '../../../ui/display/mono.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { FieldChange } from '../state/fields.ts';
import type { EditedBranding } from '../use-branding-editor.ts';

const MAX_LENGTH = 160;

/** Changes with shortened values. */
export const listedChanges = (changes: readonly FieldChange[]) =>
  changes.map(({ path, label, before, after }) => ({
    id: path,
    label,
    before: shorten(before),
    after: shorten(after),
  }));

function shorten(text: string): string {
  if (text === '') return '(empty)';
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The exact changes of Save, each revertible. */
export function UnsavedChanges({ edited: { changes, undo } }: { edited: EditedBranding }) {
  if (changes.length === 0) return null;
  const listed = changes.flatMap((change) =>
    listedChanges([change]).map((shown) => ({
      ...shown,
      action: <IconButton icon={mdiUndo} label={`Undo: ${change.label}`} onClick={() => undo(change)} />,
    })),
  );
  return (
    <Card title="Unsaved changes" chips={<Count>{changes.length}</Count>}>
      <ChangeList label="Unsaved changes" changes={listed} />
    </Card>
  );
}
