import { styled } from '../../../ui/styled.ts';
import { color, monoText } from '../../../ui/tokens.ts';
import type { ReviewEntry } from '../state/review.ts';
import { CutNote } from './cut-note.tsx';
import { cutLength, cutValue } from '@mission-control/contract/config/rules';
import { visibleText } from '../../../ui/visible-text.ts';

const Table = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: 12,
  lineHeight: '16px',
  '& th': { textAlign: 'left', fontWeight: 500, color: color.text3, padding: '6px 8px 6px 0' },
  '& td, & tbody th': {
    ...monoText,
    fontSize: 12,
    padding: '6px 8px 6px 0',
    borderTop: `1px solid ${color.lineSoft}`,
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    color: color.text2,
  },
  '& tbody th': { color: color.text },
});

/** All changes in one short table, for a look at many. */
export function ChangeTable({ entries }: { entries: readonly ReviewEntry[] }) {
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ key, before, after }) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>
              {side(before)} <CutNote length={cutLength(before ?? '')} />
            </td>
            <td>
              {side(after)} <CutNote length={cutLength(after ?? '')} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function side(value: string | null): string {
  if (value === null) return '(none)';
  return value === '' ? '(empty)' : visibleText(cutValue(value));
}
