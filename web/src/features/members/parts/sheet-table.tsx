import { mdiAlert, mdiAlertCircle } from '@mdi/js';
import { IGNORE, IMPORTABLE_COLUMNS, duplicateColumn } from '@mission-control/contract/members/columns';
import type { CellNote } from '@mission-control/contract/members/schema';
import { numberText } from '@mission-control/contract/numbers';
import { memo, useMemo, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Icon } from '../../../ui/display/icon.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { useScrollWindow, type LineWindow } from '../../../ui/table/scroll-window.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis } from '../../../ui/theme/tokens.ts';
import { type Acquired, duplicatesOf } from '../import-state.ts';
import type { SheetClient } from '../sheet/sheet-client.ts';
import type { SheetRow } from '../sheet/sheet-messages.ts';
import { COLUMN_PX, Foot, Grid, NUMBER_PX, ROW_PX, Scroller } from './sheet-parts.ts';

/** Members per request to the worker. */
const BLOCK = 64;
/** Maximum cached blocks. */
const KEPT = 32;

type Blocks = ReadonlyMap<number, readonly SheetRow[]>;

const NONE: Blocks = new Map();

/** Reads the members of a window from the worker; returns them by index. */
function useSheetRows(client: SheetClient, { from, to }: LineWindow): (place: number) => SheetRow | undefined {
  const [blocks, setBlocks] = useState(NONE);
  const first = Math.floor(from / BLOCK);
  const last = Math.floor(Math.max(from, to - 1) / BLOCK);
  useEffect(() => {
    let gone = false;
    const read = async (block: number) => {
      const rows = await client.ask('rows', { from: block * BLOCK, to: (block + 1) * BLOCK });
      if (!gone) setBlocks((before) => remembered(before, block, rows));
    };
    // Fails when the spreadsheet was reset.
    for (let block = first; block <= last; block += 1) read(block).catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [client, first, last]);
  return (place) => blocks.get(Math.floor(place / BLOCK))?.[place % BLOCK];
}

function remembered(before: Blocks, block: number, rows: readonly SheetRow[]): Blocks {
  const others = [...before].filter(([one]) => one !== block);
  return new Map([...others.slice(-KEPT), [block, rows]]);
}

interface SheetHeadProps {
  header: readonly string[];
  headers: readonly string[];
  duplicates: ReadonlySet<string>;
  columns: LineWindow;
  onMap: (column: number, header: string) => void;
}

const CHOICES = [IGNORE, ...IMPORTABLE_COLUMNS].map((name) => ({ value: name, label: name }));

const Name = styled('div')({
  ...ellipsis,
  marginBottom: 6,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 600,
  color: color.text,
  '&[data-nameless]': { fontWeight: 500, color: color.text3 },
});

/** The columns of the spreadsheet, each with the field it is imported as [IMP-03]. */
function SheetHead({ header, headers, duplicates, columns: { from, to }, onMap }: SheetHeadProps) {
  return (
    <>
      <colgroup>
        <col style={{ width: NUMBER_PX }} />
        {from > 0 ? <col style={{ width: from * COLUMN_PX }} /> : null}
        {header.slice(from, to).map((_, index) => (
          <col key={from + index} style={{ width: COLUMN_PX }} />
        ))}
        {to < header.length ? <col style={{ width: (header.length - to) * COLUMN_PX }} /> : null}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" aria-colindex={1}>
            Row
          </th>
          {from > 0 ? <td aria-hidden /> : null}
          {header.slice(from, to).map((name, index) => {
            const chosen = headers[from + index] ?? IGNORE;
            return (
              <HeadCell
                // Names may repeat; positions do not.
                key={from + index}
                place={from + index}
                name={name}
                chosen={chosen}
                twice={duplicates.has(chosen)}
                onMap={onMap}
              />
            );
          })}
          {to < header.length ? <td aria-hidden /> : null}
        </tr>
      </thead>
    </>
  );
}

interface HeadCellProps {
  place: number;
  name: string;
  chosen: string;
  twice: boolean;
  onMap: (column: number, header: string) => void;
}

const HeadCell = memo(function HeadCell({ place, name, chosen, twice, onMap }: HeadCellProps) {
  const shown = name.trim() === '' ? `Column ${place + 1}` : name;
  return (
    <th
      scope="col"
      aria-colindex={place + 2}
      onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <Name title={shown} data-nameless={shown !== name || undefined}>
        {shown}
      </Name>
      <SelectField
        label={`Import ${shown} as`}
        hideLabel
        options={CHOICES}
        value={chosen}
        error={twice ? duplicateColumn(chosen) : null}
        onChange={(event) => onMap(place, event.target.value)}
      />
    </th>
  );
});

interface SheetLineProps {
  /** Index of the member. */
  place: number;
  /** Row number in the spreadsheet. */
  number: number;
  /** Undefined while the worker reads it. */
  row: SheetRow | undefined;
  columns: LineWindow;
  headers: readonly string[];
  notes: readonly CellNote[];
}

/** One member; memoized, since scrolling renders the table often. */
const SheetLine = memo(function SheetLine(props: SheetLineProps) {
  const { place, number, row, columns, headers, notes } = props;
  const { from, to } = columns;
  return (
    <tr aria-rowindex={place + 2} data-level={worstOf(notes)}>
      <th scope="row" aria-colindex={1} title={messagesOf(notes.filter(({ column }) => column < 0))}>
        {numberText(number)}
      </th>
      {from > 0 ? <td aria-hidden /> : null}
      {headers.slice(from, to).map((chosen, index) => (
        <Cell
          key={from + index}
          column={from + index}
          text={row?.[from + index]}
          loading={row === undefined}
          ignored={chosen === IGNORE}
          notes={notes.filter(({ column }) => column === from + index)}
        />
      ))}
      {to < headers.length ? <td aria-hidden /> : null}
    </tr>
  );
});

interface CellProps {
  column: number;
  text: string | undefined;
  loading: boolean;
  ignored: boolean;
  notes: readonly CellNote[];
}

function Cell({ column, text, loading, ignored, notes }: CellProps) {
  const level = worstOf(notes);
  const words = messagesOf(notes);
  return (
    <td
      aria-colindex={column + 2}
      data-ignored={ignored || undefined}
      data-level={level}
      title={[words, text].filter(Boolean).join('\n') || undefined}
    >
      {words === undefined ? null : (
        <Icon path={level === 'error' ? mdiAlertCircle : mdiAlert} size={14} label={words} />
      )}
      {loading ? <Skeleton width="60%" /> : text}
    </td>
  );
}

const worstOf = (notes: readonly CellNote[]): CellNote['level'] | undefined =>
  notes.some(({ level }) => level === 'error') ? 'error' : notes[0]?.level;

const messagesOf = (notes: readonly CellNote[]): string | undefined =>
  notes.length === 0 ? undefined : notes.map(({ message }) => message).join(' ');

interface SheetTableProps {
  phase: Acquired;
  client: SheetClient;
  /** Lets the page scroll to a cell. */
  scroller: RefObject<HTMLDivElement | null>;
  onMap: (column: number, header: string) => void;
  /** Content of the footer. */
  children: ReactNode;
}

const NO_NOTES: readonly CellNote[] = [];
/** A table with fewer rows is only as high as its rows. */
const SHORT = 10;

/** The members of the spreadsheet, virtualized, and the field each column is imported as. */
export function SheetTable({ phase, client, scroller, onMap, children }: SheetTableProps) {
  const { sheet, headers, check } = phase;
  const size = { rows: sheet.rows, columns: sheet.header.length, rowSize: ROW_PX, columnSize: COLUMN_PX };
  const { rows, columns } = useScrollWindow(scroller, size);
  const rowAt = useSheetRows(client, rows);
  const duplicates = duplicatesOf(phase);
  const cells = check.is === 'done' ? check.cells : NO_NOTES;
  const notes = useMemo(() => Map.groupBy(cells, ({ row }) => row), [cells]);
  const places = Array.from({ length: rows.to - rows.from }, (_, index) => rows.from + index);
  return (
    <Panel aria-label="Members">
      <Scroller
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label="Members, scrolls"
        data-short={sheet.rows < SHORT || undefined}
      >
        <Grid
          aria-label="Members"
          aria-rowcount={sheet.rows + 1}
          aria-colcount={sheet.header.length + 1}
          style={{ width: NUMBER_PX + sheet.header.length * COLUMN_PX }}
        >
          <SheetHead header={sheet.header} headers={headers} duplicates={duplicates} columns={columns} onMap={onMap} />
          <tbody>
            <Space rows={rows.from} />
            {places.map((place) => (
              <SheetLine
                key={place}
                place={place}
                number={sheet.headerRow + 1 + place}
                row={rowAt(place)}
                columns={columns}
                headers={headers}
                notes={notes.get(place) ?? NO_NOTES}
              />
            ))}
            <Space rows={sheet.rows - rows.to} />
          </tbody>
        </Grid>
      </Scroller>
      <Foot>{children}</Foot>
    </Panel>
  );
}

/** Height of the rows that are not rendered. */
function Space({ rows }: { rows: number }) {
  return rows > 0 ? <tr aria-hidden style={{ height: rows * ROW_PX }} /> : null;
}
