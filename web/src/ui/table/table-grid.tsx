import { mdiArrowDown, mdiArrowUp } from '@mdi/js';
import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type SyntheticEvent,
} from 'react';
import { Icon } from '../display/icon.tsx';
import { Skeleton } from '../layout/skeleton.tsx';
import { columnWidths, tableMinimum, type Column } from './table-column.ts';
import { Grid, ResizeEdge, Scroller, SortButton, TALL_ROW } from './table-parts.ts';
import type { Sort } from './table-rows.ts';

interface TableGridProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** The rows of this page. */
  rows: readonly Row[];
  getRowId: (row: Row) => string;
  sort: Sort | null;
  onSortColumn: (column: string) => void;
  /** Returns whether the page was turned. */
  onPageStep: (step: 1 | -1) => boolean;
  onResize?: (column: string, width: number, released: boolean) => void;
  onRowOpen?: (row: Row) => void;
  selectedId?: string | null;
  rowEdge?: (row: Row) => string | null;
  rowOff?: (row: Row) => boolean;
  tall?: boolean;
  rowHeight?: number;
  skeletonRows: number;
  dense?: boolean;
}

/** Head and rows of a data table. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { columns, rows, sort, onSortColumn, skeletonRows, dense = false } = props;
  const minimum = tableMinimum(columns);
  return (
    <Scroller
      // Focusable rows already make the table scroll by keyboard.
      {...(props.onRowOpen ? null : { tabIndex: 0, role: 'group', 'aria-label': `${props.label}, scrolls sideways` })}
    >
      <Grid dense={dense} style={{ ...minimum, ...rowHeight(props) }} aria-label={props.label}>
        <colgroup>
          {columns.map((column, index) => (
            <col key={column.id} style={columnWidths(columns, index)} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <HeadCell
                key={column.id}
                columns={columns}
                index={index}
                sort={sort}
                onSortColumn={onSortColumn}
                onResize={props.onResize}
              />
            ))}
          </tr>
        </thead>
        {skeletonRows > 0 ? <SkeletonRows columns={columns} count={skeletonRows} /> : <Rows {...props} rows={rows} />}
      </Grid>
    </Scroller>
  );
}

/** Row height as a CSS variable; none for the default. */
function rowHeight({ tall, rowHeight: px }: { tall?: boolean; rowHeight?: number }): Record<string, string> {
  if (px !== undefined) return { '--row': `${px}px` };
  return tall ? { '--row': TALL_ROW } : {};
}

interface HeadCellProps<Row> {
  columns: readonly Column<Row>[];
  index: number;
  sort: Sort | null;
  onSortColumn: (column: string) => void;
  onResize: TableGridProps<Row>['onResize'];
}

function HeadCell<Row>({ columns, index, sort, onSortColumn, onResize }: HeadCellProps<Row>) {
  const column = columns[index];
  if (!column) return null;
  const active = sort?.column === column.id ? sort.direction : null;
  const sortable = column.sortValue !== undefined || column.sortable;
  return (
    <th
      scope="col"
      {...cellAttributes(columns, index)}
      data-hide-narrow={column.hideHeaderOnNarrow || undefined}
      aria-sort={active ? (active === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sortable ? (
        <SortButton type="button" data-active={active ?? undefined} onClick={() => onSortColumn(column.id)}>
          <span>{column.header}</span>
          <Icon path={active === 'desc' ? mdiArrowDown : mdiArrowUp} size={12} />
        </SortButton>
      ) : (
        <span>{column.header}</span>
      )}
      {onResize ? <Edge onResize={(width, released) => onResize(column.id, width, released)} /> : null}
    </th>
  );
}

/** The right edge of a head, which a pointer drags; with the keyboard, widths are typed in a dialog. */
function Edge({ onResize }: { onResize: (width: number, released: boolean) => void }) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget;
    const from = event.clientX;
    const width = edge.parentElement?.offsetWidth ?? 0;
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
    const end = new AbortController();
    const moved = (released: boolean) => (move: globalThis.PointerEvent) => {
      onResize(width + move.clientX - from, released);
      if (released) end.abort();
    };
    edge.addEventListener('pointermove', moved(false), end);
    edge.addEventListener('pointerup', moved(true), end);
    edge.addEventListener('pointercancel', moved(true), end);
  };
  return <ResizeEdge role="presentation" onPointerDown={drag} />;
}

function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return (
    <tbody>
      {Array.from({ length: count }, (_, row) => (
        <tr key={row} aria-hidden>
          {columns.map((column, index) => (
            <td key={column.id} {...cellAttributes(columns, index)}>
              <Skeleton width={`${30 + ((row * 7 + index * 13) % 5) * 10}%`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** Rows of the page. One is in the tab order (roving); arrows move, Enter opens. */
function Rows<Row>(props: TableGridProps<Row>) {
  const { columns, rows, getRowId, onRowOpen, onPageStep, selectedId, rowEdge, rowOff } = props;
  const [active, setActive] = useState<string | null>(null);
  const ids = rows.map(getRowId);
  const tabStop = active !== null && ids.includes(active) ? active : ids[0];
  const opens = onRowOpen !== undefined;
  const { body, heldRef } = useKeptFocus(ids);
  const turn = (step: 1 | -1) => {
    if (onPageStep(step) && heldRef.current) Object.assign(heldRef.current, { index: 0, turned: true });
  };
  const open = (event: SyntheticEvent) => {
    const row = rows[indexOf(event)];
    if (row !== undefined) onRowOpen?.(row);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- on behalf of its rows, which have the focus
    <tbody
      ref={body}
      onFocus={(event) => {
        const index = indexOf(event);
        const id = ids[index];
        if (id === undefined) return;
        heldRef.current = { id, index, turned: false, inDialog: event.currentTarget.closest(IN_DIALOG) !== null };
        setActive(id);
      }}
      onDoubleClick={(event) => !onControl(event) && open(event)}
      onBlur={() => (heldRef.current = null)}
      onKeyDown={(event) => opens && onRowKey(event, () => open(event), turn)}
    >
      {rows.map((row, index) => {
        const id = ids[index];
        return (
          <TableRow
            key={id}
            columns={columns}
            row={row}
            tabIndex={opens ? (id === tabStop ? 0 : -1) : undefined}
            selected={selectedId === id || (opens && active === id)}
            edge={rowEdge?.(row) ?? undefined}
            off={rowOff?.(row) ?? false}
          />
        );
      })}
    </tbody>
  );
}

interface HeldFocus {
  id: string;
  index: number;
  /** The page was turned by a key: the first row of the next one gets the focus, and is scrolled into view. */
  turned: boolean;
  inDialog: boolean;
}

/**
 * When the row that has the focus is gone, deleted or with its page, the row in its place gets it: from the body, the keyboard would
 * start over at the top bar. React reports no blur of an element that it removes.
 */
function useKeptFocus(ids: readonly string[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const heldRef = useRef<HeldFocus>(null);
  useLayoutEffect(() => {
    const held = heldRef.current;
    if (held === null || ids.includes(held.id)) return;
    heldRef.current = null;
    if (document.activeElement !== document.body) return;
    const row = body.current?.children[Math.min(held.index, ids.length - 1)];
    const control =
      row instanceof HTMLElement && row.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>(FOCUSABLE);
    if (control) control.focus({ preventScroll: !held.turned });
    else focusPage(held);
  });
  useEffect(
    () => () => {
      // The last row is gone, and with it the table.
      if (heldRef.current !== null && document.activeElement === document.body) focusPage(heldRef.current);
    },
    [],
  );
  return { body, heldRef };
}

/** A dialog cares for the focus itself: when it closes, its opener gets it. */
function focusPage({ inDialog }: HeldFocus): void {
  if (!inDialog) document.querySelector('main')?.focus({ preventScroll: true });
}

const IN_DIALOG = '[aria-modal="true"], [role="dialog"]';
const FOCUSABLE = 'button, a[href], input, select, textarea, [tabindex="0"]';

/** Index of the row in which an event of the body happened; -1 for another table's, as of a dialog that a cell has opened. */
function indexOf({ target, currentTarget }: SyntheticEvent): number {
  const row = target instanceof Element ? target.closest('tr') : null;
  return row?.parentElement === currentTarget ? row.sectionRowIndex : -1;
}

interface TableRowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  /** Undefined for a row that does not open. */
  tabIndex: number | undefined;
  selected: boolean;
  edge: string | undefined;
  off: boolean;
}

/** Rendered again only when its props change: a key press in a search or a live update leaves most rows as they are. */
const TableRow = memo(function TableRow<Row>({ columns, row, tabIndex, selected, edge, off }: TableRowProps<Row>) {
  return (
    <tr
      tabIndex={tabIndex}
      data-selected={selected || undefined}
      data-edge={edge}
      data-off={off || undefined}
      data-opens={tabIndex !== undefined || undefined}
    >
      {columns.map((column, place) => {
        const content = column.cell(row);
        return (
          <td
            key={column.id}
            {...cellAttributes(columns, place)}
            data-strong={column.strong || undefined}
            // Shows truncated text in full on hover.
            title={typeof content === 'string' && !column.wrap ? content : undefined}
          >
            {content}
          </td>
        );
      })}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactElement;

function cellAttributes<Row>(columns: readonly Column<Row>[], index: number) {
  const column = columns[index];
  return {
    'data-align': column?.align,
    'data-wrap': column?.wrap || undefined,
    'data-sticky': column?.sticky ? (columns[index + 1]?.sticky ? 'inner' : 'last') : undefined,
    style: column?.sticky ? columnWidths(columns, index) : undefined,
  };
}

/** A double-click on a link or button inside a row belongs to that control. */
function onControl(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest('a,button,input,select,label,[role="switch"]') !== null;
}

function onRowKey(event: KeyboardEvent<HTMLElement>, open: () => void, turn: (step: 1 | -1) => void): void {
  const row = event.target;
  if (!(row instanceof HTMLTableRowElement) || row.parentElement !== event.currentTarget) return;
  const move = (to: Element | null | undefined) => to instanceof HTMLElement && to.focus();
  const acts: Record<string, () => void> = {
    Enter: open,
    ArrowDown: () => move(row.nextElementSibling),
    ArrowUp: () => move(row.previousElementSibling),
    Home: () => move(row.parentElement?.firstElementChild),
    End: () => move(row.parentElement?.lastElementChild),
    PageDown: () => turn(1),
    PageUp: () => turn(-1),
  };
  const act = acts[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
}
