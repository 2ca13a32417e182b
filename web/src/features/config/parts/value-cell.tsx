import { CutNote } from './cut-note.tsx';
import type { ConfigRow } from '../state/rows.ts';
import { CellText, Row } from './layout.ts';
import { SecretValue } from './secret-value.tsx';
import { useEditor } from './editor-context.ts';

/** The value of a setting, cut; a changed one after what it was; a secret masked. */
export function ValueCell({ row }: { row: ConfigRow }) {
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
