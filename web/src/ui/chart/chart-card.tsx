import { mdiTable } from '@mdi/js';
import { useState, type ReactNode } from 'react';
import { Card } from '../layout/card.tsx';
import { countText, type ChartPart } from './chart-part.ts';
import { IconButton } from '../action/icon-button.tsx';
import { styled } from '../theme/styled.ts';
import { color, narrow, visuallyHidden } from '../theme/tokens.ts';

interface ChartCardProps {
  title: string;
  /** Table headers: category, then count. */
  heads: readonly [string, string];
  /** Undefined while loading or after an error. */
  parts: readonly ChartPart[] | undefined;
  /** Shown when there is nothing to count. */
  emptyText: string;
  /** Replaces the chart: a skeleton or an error. */
  instead?: ReactNode;
  children: (parts: readonly ChartPart[]) => ReactNode;
}

/** Reserves the chart's height, so that nothing shifts when it loads. */
const Space = styled('div')({
  height: 208,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  minWidth: 0,
  // A chart that needs less, as a ring does, leaves no empty room on a phone.
  [narrow]: { height: 'auto', minHeight: 128, '& > [data-grows]': { minHeight: 208 } },
});
const TableSpace = styled('div')({ height: 208, overflowY: 'auto' });
const Table = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 12.5,
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    height: 28,
    padding: '2px 8px',
    textAlign: 'right',
    borderBottom: `1px solid ${color.lineSoft}`,
    color: color.text2,
    fontWeight: 400,
  },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 0, overflowWrap: 'anywhere', color: color.text },
  '& thead th': {
    color: color.text3,
    fontSize: 12,
    fontWeight: 500,
    position: 'sticky',
    top: 0,
    background: color.surface,
  },
});
const Hidden = styled('div')(visuallyHidden);
const Quiet = styled('p')({ textAlign: 'center', fontSize: 13, color: color.text3 });

/** A chart with its title and a table of its numbers: on demand for everybody, always for screen readers. */
export function ChartCard({ title, heads, parts, emptyText, instead, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const filled = parts?.some(({ value }) => value > 0) ?? false;
  const table = parts && filled ? <PartTable label={title} heads={heads} parts={parts} /> : null;
  return (
    <Card
      title={title}
      actions={
        table ? (
          <IconButton
            icon={mdiTable}
            label="Show as table"
            aria-pressed={asTable}
            onClick={() => setAsTable((was) => !was)}
          />
        ) : null
      }
    >
      {table && asTable ? (
        <TableSpace role="region" aria-label={`${title} as a table`} tabIndex={0}>
          {table}
        </TableSpace>
      ) : (
        <Space>{instead ?? (parts && filled ? children(parts) : <Quiet>{emptyText}</Quiet>)}</Space>
      )}
      {table && !asTable ? <Hidden>{table}</Hidden> : null}
    </Card>
  );
}

function PartTable({
  label,
  heads,
  parts,
}: {
  label: string;
  heads: ChartCardProps['heads'];
  parts: readonly ChartPart[];
}) {
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {[...heads, 'Share'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.label}>
            <th scope="row">{part.label}</th>
            <td>{countText(part.value)}</td>
            <td>{part.share}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
