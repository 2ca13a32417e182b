import { mdiArrowDown, mdiArrowUp } from '@mdi/js';
import { type UtopiaColumn, cellText, isFeature, type UtopiaRow } from '@mission-control/contract/utopia/columns';
import type { UtopiaTable } from '@mission-control/contract/utopia/table';
import { memo, useState, type ReactNode } from 'react';
import { Icon } from '../../../ui/display/icon.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { SortButton } from '../../../ui/table/table-parts.ts';
import { rowWindow } from '../row-window.ts';
import type { UtopiaView } from '../use-utopia-view.ts';
import { sortOf } from '../utopia-search.ts';
import { ColumnFilter } from './column-filter.tsx';
import { Foot, Grid, ROW_PX, Scroller, VIEW_PX } from './grid-parts.ts';

interface GridRowProps {
  row: UtopiaRow;
  columns: readonly UtopiaColumn[];
  /** Its place in the table, head included. */
  number: number;
}

/** One tenant. Drawn again only when it has changed, not with every key press. */
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

interface UtopiaGridProps {
  table: UtopiaTable;
  columns: readonly UtopiaColumn[];
  matched: Uint32Array;
  view: UtopiaView;
  /** Below the head, in place of rows. */
  instead: ReactNode;
}

const NONE: readonly string[] = [];

/** The rows with sort and filters in the head; only those near the visible part are drawn, however many there are. */
export function UtopiaGrid({ table, columns, matched, view, instead }: UtopiaGridProps) {
  const [top, setTop] = useState(0);
  const { from, to } = rowWindow(matched.length, top, VIEW_PX, ROW_PX);
  const sort = sortOf(view);
  const drawn = [...matched.subarray(from, to)];
  return (
    <Panel aria-label="Tenants">
      <Scroller
        tabIndex={0}
        role="group"
        aria-label="Utopia, scrolls"
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <Grid aria-label="Utopia" aria-rowcount={matched.length + 2} style={{ minWidth: widthOf(columns) }}>
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
            {from > 0 ? <Space rows={from} /> : null}
            {drawn.map((place, index) => {
              const row = table.rows[place];
              return row ? <GridRow key={row.id} row={row} columns={columns} number={from + index + 3} /> : null;
            })}
            {to < matched.length ? <Space rows={matched.length - to} /> : null}
          </tbody>
        </Grid>
        {instead}
      </Scroller>
      <Foot>{countText(matched.length, table.rows.length)}</Foot>
    </Panel>
  );
}

/** The room of rows that are not drawn. */
function Space({ rows }: { rows: number }) {
  return <tr aria-hidden style={{ height: rows * ROW_PX }} />;
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
const WIDTH = 124;

function columnWidth(key: string): number {
  return WIDTHS[key] ?? WIDTH;
}

function widthOf(columns: readonly UtopiaColumn[]): number {
  return columns.reduce((sum, { key }) => sum + columnWidth(key), 0);
}

function countText(found: number, all: number): string {
  const text = (count: number) => count.toLocaleString('en-GB');
  if (found === all) return all === 1 ? '1 tenant' : `${text(all)} tenants`;
  return `${text(found)} of ${text(all)} tenants`;
}
