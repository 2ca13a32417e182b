import {
  mdiEyeOffOutline,
  mdiKeyOutline,
  mdiSourceCommit,
  mdiEyeOutline,
  mdiPencilOutline,
  mdiRestore,
  mdiTrashCanOutline,
  mdiUndo,
} from '@mdi/js';
import { useState } from 'react';
import { useConsole } from '../../../../lib/role-refusal.ts';
import { Badge } from '../../../../ui/display/badge.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { IconButton } from '../../../../ui/action/icon-button.tsx';
import type { Column } from '../../../../ui/table/table-column.ts';
import { SECRET_MASK } from '../../../../ui/display/visible-text.ts';
import type { ConfigRow } from '../../state/rows.ts';
import { MarkBadge, WarningLine } from '../commit/change-entry.tsx';
import { CutNote } from '../cut-note.tsx';
import { useEditor } from './editor-context.ts';
import { CellText, Row, NameBox, Wrap } from './layout.ts';
import { RevealSecret } from './reveal-secret.tsx';
import { localItem } from './use-config-editor.ts';

/** Undo, edit and delete of a row; a removed one can only be restored. */
function RowActions({ row }: { row: ConfigRow }) {
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
          removed={['The setting is removed from the config when you save.']}
          kept={
            row.mark === 'new'
              ? ['The saved config: the setting was never saved.']
              : ['The servers keep it until Commit.', 'Until Save, you can put it back in its row.']
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

/** A secret, masked until revealed; revealing is audited. A value typed in this tab is shown without the server. */
function SecretValue({ row }: { row: ConfigRow }) {
  const { editor } = useEditor();
  const [revealed, setRevealed] = useState<string | null>(null);
  const [typedShown, setTypedShown] = useState(false);
  const item = localItem(row.key, editor);
  const typed = row.mark !== null && item !== undefined && !item.masked ? item.value : null;
  const shown = typed === null ? revealed : typedShown ? typed : null;
  const hide = () => {
    setRevealed(null);
    setTypedShown(false);
  };
  return (
    <Row>
      <CellText gone={row.mark === 'removed'}>{shown ?? SECRET_MASK}</CellText>
      {shown !== null ? (
        <IconButton icon={mdiEyeOffOutline} label={`Hide ${row.key}`} onClick={hide} />
      ) : typed !== null ? (
        <IconButton icon={mdiEyeOutline} label={`Show ${row.key}`} onClick={() => setTypedShown(true)} />
      ) : (
        <RevealSecret iconOnly name={row.key} onRevealed={setRevealed} />
      )}
    </Row>
  );
}

/** Name of a setting with its badges and problems. */
function NameCell({ row }: { row: ConfigRow }) {
  return (
    <NameBox>
      <Wrap>
        <CellText gone={row.mark === 'removed'} title={row.key}>
          {row.key}
        </CellText>
        {row.mark ? <MarkBadge mark={row.mark} /> : null}
        {row.secret ? <Badge icon={mdiKeyOutline}>Secret</Badge> : null}
        {row.notExported ? (
          <Badge icon={mdiEyeOffOutline} title="Kept in the console, left out of the published file">
            Not exported
          </Badge>
        ) : null}
        {row.notCommitted ? (
          <Badge tone="notice" icon={mdiSourceCommit} title="Saved, not on the servers yet">
            Not committed
          </Badge>
        ) : null}
      </Wrap>
      {row.remarks.map(({ meaning, message }) => (
        <WarningLine key={message} meaning={meaning}>
          {message}
        </WarningLine>
      ))}
      {row.theirs ? <Theirs row={row} value={row.theirs.value} /> : null}
    </NameBox>
  );
}

function Theirs({ row, value }: { row: ConfigRow; value: string | null }) {
  const user = useConsole()?.user;
  const { state } = useEditor().editor;
  const now = value === null ? 'removed' : row.secret ? 'changed' : `saved as ${value}`;
  const where = state.saved_by === user ? 'elsewhere' : 'by somebody else';
  return <WarningLine>{`Meanwhile ${now} ${where}. Save asks which one to keep.`}</WarningLine>;
}

/** Truncated value of a setting; a changed one follows its old value; secrets are masked. */
function ValueCell({ row }: { row: ConfigRow }) {
  const { editor } = useEditor();
  if (row.secret) return <SecretValue key={`${row.key} ${editor.state.revision} ${row.mark}`} row={row} />;
  return (
    <Row gap={8}>
      {row.previous === null ? null : <CellText gone>{row.previous === '' ? '(empty)' : row.previous}</CellText>}
      <CellText gone={row.mark === 'removed'} title={row.value}>
        {row.value}
      </CellText>
      <CutNote length={row.cutFrom} />
    </Row>
  );
}

const NAME: Column<ConfigRow> = {
  id: 'name',
  header: 'Name',
  cell: (row) => <NameCell row={row} />,
  sortValue: (row) => row.key,
  width: 340,
  narrowWidth: 152,
  sticky: true,
};
const TYPE: Column<ConfigRow> = {
  id: 'type',
  header: 'Type',
  cell: (row) => row.typeLabel,
  sortValue: (row) => row.typeLabel,
  width: 144,
};
const VALUE: Column<ConfigRow> = {
  id: 'value',
  header: 'Value',
  cell: (row) => <ValueCell row={row} />,
  text: (row) => (row.secret ? 'hidden' : row.value),
  narrowWidth: 172,
};
const ACTIONS: Column<ConfigRow> = {
  id: 'actions',
  header: 'Actions',
  text: null,
  cell: (row) => <RowActions row={row} />,
  align: 'right',
  width: 128,
  narrowWidth: 140,
};

/** Name, Type, Value, Actions [CFG-01]. */
export const CONFIG_COLUMNS: readonly Column<ConfigRow>[] = [NAME, TYPE, VALUE, ACTIONS];

/** On a phone only the value fits beside the name. */
export const NARROW_CONFIG_COLUMNS: readonly Column<ConfigRow>[] = [NAME, VALUE, TYPE, ACTIONS];
