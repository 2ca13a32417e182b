import { mdiPencilOutline, mdiRestore, mdiTrashCanOutline, mdiUndo } from '@mdi/js';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ConfigRow } from '../state/rows.ts';
import { useEditor } from './editor-context.ts';
import { Row } from './layout.ts';

/** Undo, edit and delete of one row; a removed one can only be put back. */
export function RowActions({ row }: { row: ConfigRow }) {
  const { editor, view } = useEditor();
  const [asking, setAsking] = useState(false);
  const undo = () => editor.undo(row.key);
  if (row.mark === 'removed') {
    return (
      <Row style={{ justifyContent: 'flex-end' }}>
        <IconButton icon={mdiRestore} label={`Put back ${row.key}`} onClick={undo} />
      </Row>
    );
  }
  return (
    <Row style={{ justifyContent: 'flex-end' }}>
      {row.mark ? <IconButton icon={mdiUndo} label={`Undo the change of ${row.key}`} onClick={undo} /> : null}
      <IconButton icon={mdiPencilOutline} label={`Edit ${row.key}`} onClick={() => view.openItem(row.key)} />
      <IconButton
        icon={mdiTrashCanOutline}
        label={`Delete ${row.key}`}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      />
      {asking ? (
        <ConfirmDialog
          open
          title={`Delete ${row.key}?`}
          goes={['The setting leaves the config when you save.']}
          stays={
            row.mark === 'new'
              ? ['The saved config: the setting was never saved.']
              : ['The servers keep it until Commit.', 'Until Save you can put it back in its row.']
          }
          confirmLabel="Delete"
          confirmIcon={mdiTrashCanOutline}
          tone="danger"
          onConfirm={() => {
            setAsking(false);
            editor.remove(row.key);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Row>
  );
}
