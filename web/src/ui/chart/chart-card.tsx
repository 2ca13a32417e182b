import { numberText } from '@mission-control/contract/numbers';
import { mdiTable } from '@mdi/js';
import { useState, type ReactNode } from 'react';
import { Card } from '../layout/card.tsx';
import { ChartTable } from './chart-frame.tsx';
import type { ChartPart } from './donut-chart.tsx';
import { IconButton } from '../action/icon-button.tsx';
import { Hidden, styled } from '../theme/styled.ts';
import { color, narrow } from '../theme/tokens.ts';

interface ChartCardProps {
  title: string;
  /** Table headers: category, then count. */
  headers: readonly [string, string];
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
  // A chart that needs less, such as a ring, leaves no empty space on a phone.
  [narrow]: { height: 'auto', minHeight: 128, '& > [data-grows]': { minHeight: 208 } },
});
const TableSpace = styled('div')({ height: 208, overflowY: 'auto' });
const Quiet = styled('p')({ textAlign: 'center', fontSize: 13, color: color.text3 });

/** A chart with its title and a table of its numbers: on demand for everybody, always for screen readers. */
export function ChartCard({ title, headers, parts, emptyText, instead, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const filled = parts?.some(({ value }) => value > 0) ?? false;
  const table =
    parts && filled ? (
      <ChartTable
        label={title}
        headers={[...headers, 'Share']}
        rows={parts.map(({ label, value, share }) => [label, numberText(value), share])}
      />
    ) : null;
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
      {table && !asTable ? <Hidden as="div">{table}</Hidden> : null}
    </Card>
  );
}
