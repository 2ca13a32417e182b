import { mdiArrowDown, mdiArrowUp } from '@mdi/js';
import { type UtopiaColumn, cellText, isFeature, type UtopiaRow } from '@mission-control/contract/utopia/columns';
import type { UtopiaTable } from '@mission-control/contract/utopia/table';
import { countText, numberText } from '@mission-control/contract/numbers';
import { memo, useRef, type ReactNode } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useScrollWindow } from '../../../ui/table/scroll-window.ts';
import { SortButton } from '../../../ui/table/table-parts.ts';
import { scrollSideways, styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor, narrow, radius } from '../../../ui/theme/tokens.ts';
import type { UtopiaView } from '../use-utopia-view.ts';
import { sortOf } from '../utopia-search.ts';
import { ColumnFilter } from './column-filter.tsx';

/** Row height. */
const ROW_PX = 36;
/** Height of the scrolling part, including the head. */
const VIEW_PX = 460;

const Scroller = styled('div')({
  maxHeight: VIEW_PX,
  overflowY: 'auto',
  ...scrollSideways({ sticky: true }),
  overflowAnchor: 'none',
  borderRadius: `${radius.card}px ${radius.card}px 0 0`,
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
});

const Foot = styled('div')({
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
  fontSize: 12,
  color: color.text2,
  fontVariantNumeric: 'tabular-nums',
});

/** Head and filters stick to the top, the tenant to the left. */
const Grid = styled('table')({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  fontSize: 13,
  '& th, & td': { padding: '0 8px', textAlign: 'left', background: color.surface },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 16 },
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 3,
    height: 38,
    fontSize: 12,
    fontWeight: 500,
    color: color.text3,
  },
  '& tr[data-filters] > td': {
    position: 'sticky',
    top: 38,
    zIndex: 3,
    height: 38,
    paddingBottom: 8,
    borderBottom: `1px solid ${color.line}`,
  },
  '& tbody td': {
    height: ROW_PX,
    color: color.text2,
    borderBottom: `1px solid ${color.lineSoft}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& tbody tr:hover > td': { background: color.raised },
  '& th[data-number], & tbody td[data-number]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& td[data-answer="yes"]': { color: meaningColor.good.main },
  '& td[data-answer="no"]': { color: color.text3 },
  '& [data-lead]': { position: 'sticky', left: 0, zIndex: 2, borderRight: `1px solid ${color.line}` },
  '& thead [data-lead]': { zIndex: 4 },
  '& tbody [data-lead]': { fontWeight: 550, '& a': { color: color.text } },
  [narrow]: { '& [data-lead]': { position: 'static' }, '& thead [data-lead]': { position: 'sticky', left: 'auto' } },
});

interface GridRowProps {
  row: UtopiaRow;
  columns: readonly UtopiaColumn[];
  /** Row number in the table, including the head. */
  number: number;
}

/** One tenant; memoized, so that a key press in a filter does not render every row. */
const GridRow = memo(function GridRow({ row, columns, number }: GridRowProps) {
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
            {key === 'tenant_name' ? (
              <Link href={pathTo('/tenant/$id', { id: row.id })}>{text}</Link>
            ) : (
              shownText(text, kind)
            )}
          </td>
        );
      })}
    </tr>
  );
});

function shownText(text: string, kind: UtopiaColumn['kind']): string {
  if (text === '') return '—';
  return kind === 'number' ? numberText(Number(text)) : text;
}

interface UtopiaGridProps {
  table: UtopiaTable;
  columns: readonly UtopiaColumn[];
  matched: Uint32Array;
  view: UtopiaView;
  /** Replaces the rows. */
  instead: ReactNode;
}

const NONE: readonly string[] = [];

/** All tenants, virtualized, with sort and filters in the head. */
export function UtopiaGrid({ table, columns, matched, view, instead }: UtopiaGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to } = useScrollWindow(scroller, { rows: matched.length, rowSize: ROW_PX }).rows;
  const sort = sortOf(view);
  return (
    <Panel aria-label="Tenants">
      <Scroller ref={scroller} tabIndex={0} role="group" aria-label="Utopia, scrolls">
        <Grid
          aria-label="Utopia"
          aria-rowcount={matched.length + 2}
          style={{ minWidth: columns.reduce((sum, { key }) => sum + columnWidth(key), 0) }}
        >
          <colgroup>
            {columns.map(({ key }) => (
              <col key={key} style={{ width: columnWidth(key) }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell
                  key={column.key}
                  column={column}
                  active={sort.column === column.key ? sort.direction : null}
                  onSort={view.sortBy}
                />
              ))}
            </tr>
            <tr data-filters>
              {columns.map((column) => (
                <td key={column.key} data-lead={column.key === 'tenant_name' || undefined}>
                  <ColumnFilter
                    column={column}
                    filter={view.filters?.[column.key]}
                    values={table.choices.get(column.key)?.values ?? NONE}
                    onFilter={view.setFilter}
                  />
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            <Space rows={from} />
            {[...matched.subarray(from, to)].map((rowIndex, index) => {
              const row = table.rows[rowIndex];
              return row ? <GridRow key={row.id} row={row} columns={columns} number={from + index + 3} /> : null;
            })}
            <Space rows={matched.length - to} />
          </tbody>
        </Grid>
        {instead}
      </Scroller>
      <Foot>{foundText(matched.length, table.rows.length)}</Foot>
    </Panel>
  );
}

/** Height of the rows that are not rendered. */
function Space({ rows }: { rows: number }) {
  return rows > 0 ? <tr aria-hidden style={{ height: rows * ROW_PX }} /> : null;
}

interface HeadCellProps {
  column: UtopiaColumn;
  active: 'asc' | 'desc' | null;
  onSort: (key: string) => void;
}

const HeadCell = memo(function HeadCell({ column: { key, title, kind }, active, onSort }: HeadCellProps) {
  return (
    <th
      scope="col"
      data-lead={key === 'tenant_name' || undefined}
      data-number={kind === 'number' || undefined}
      aria-sort={active === null ? undefined : active === 'asc' ? 'ascending' : 'descending'}
    >
      <SortButton type="button" data-active={active ?? undefined} onClick={() => onSort(key)}>
        <span>{title}</span>
        <Icon path={active === 'desc' ? mdiArrowDown : mdiArrowUp} size={12} />
      </SortButton>
    </th>
  );
});

const WIDTHS: Record<string, number> = { tenant_name: 220, id: 112, centres: 136, members: 144, created: 140 };
const columnWidth = (key: string): number => WIDTHS[key] ?? 124;

function foundText(found: number, all: number): string {
  return found === all ? countText(all, 'tenant') : `${numberText(found)} of ${countText(all, 'tenant')}`;
}
