import { cellText, isFeature, type UtopiaColumn, type UtopiaRow } from '@mission-control/contract/utopia/columns';
import { memo } from 'react';
import { Link } from '../../../ui/link.tsx';

interface GridRowProps {
  row: UtopiaRow;
  columns: readonly UtopiaColumn[];
  /** Its place in the table, head included. */
  number: number;
}

/** One tenant. Drawn again only when it has changed, not with every key press. */
export const GridRow = memo(function GridRow({ row, columns, number }: GridRowProps) {
  return (
    <tr aria-rowindex={number}>
      {columns.map(({ key, kind }) => {
        const text = cellText(row, key);
        return (
          <td
            key={key}
            data-lead={key === 'tenant_name' || undefined}
            data-number={kind === 'number' || undefined}
            data-answer={isFeature(key) ? text : undefined}
            title={text}
          >
            {key === 'tenant_name' ? <Link href={`/tenant/${row.id}`}>{text}</Link> : shownText(text, kind)}
          </td>
        );
      })}
    </tr>
  );
});

function shownText(text: string, kind: UtopiaColumn['kind']): string {
  if (text === '') return '—';
  return kind === 'number' ? Number(text).toLocaleString('en-GB') : text;
}
