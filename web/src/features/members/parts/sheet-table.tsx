import type { CellNote } from '@mission-control/contract/members/schema';
import { useMemo, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Panel } from '../../../ui/layout/panel.tsx';
import type { LineWindow } from '../sheet-window.ts';
import type { SheetDesk } from '../sheet/sheet-desk.ts';
import type { SheetRow } from '../sheet/sheet-messages.ts';
import { type Acquired, duplicatesOf } from '../state/import-state.ts';
import { useScrollWindow } from '../use-scroll-window.ts';
import { SheetHead } from './sheet-head.tsx';
import { SheetLine } from './sheet-line.tsx';
import { COLUMN_PX, Foot, Grid, NUMBER_PX, ROW_PX, Scroller } from './sheet-parts.ts';

/** So many members are asked for at once. */
const BLOCK = 64;
/** So many blocks are remembered. */
const KEPT = 32;

type Blocks = ReadonlyMap<number, readonly SheetRow[]>;

const NONE: Blocks = new Map();

/** The members of a window, as far as they have come from the worker: by their place among all. */
function useSheetRows(desk: SheetDesk, { from, to }: LineWindow): (place: number) => SheetRow | undefined {
  const [blocks, setBlocks] = useState(NONE);
  const first = Math.floor(from / BLOCK);
  const last = Math.floor(Math.max(from, to - 1) / BLOCK);
  useEffect(() => {
    let gone = false;
    const read = async (block: number) => {
      const rows = await desk.ask('rows', { from: block * BLOCK, to: (block + 1) * BLOCK });
      if (!gone) setBlocks((before) => remembered(before, block, rows));
    };
    // A spreadsheet that was put away has nothing left to show.
    for (let block = first; block <= last; block += 1) read(block).catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [desk, first, last]);
  return (place) => blocks.get(Math.floor(place / BLOCK))?.[place % BLOCK];
}

function remembered(before: Blocks, block: number, rows: readonly SheetRow[]): Blocks {
  const others = [...before].filter(([one]) => one !== block);
  return new Map([...others.slice(-KEPT), [block, rows]]);
}

interface SheetTableProps {
  phase: Acquired;
  desk: SheetDesk;
  /** Lets the page bring a cell into sight. */
  scroller: RefObject<HTMLDivElement | null>;
  onMap: (column: number, header: string) => void;
  /** In the foot. */
  children: ReactNode;
}

const NO_NOTES: readonly CellNote[] = [];
/** Tables of fewer rows are as high as they are. */
const SHORT = 10;

/** The members as they are in the spreadsheet, and what each column is imported as; only what is near the visible part is drawn. */
export function SheetTable({ phase, desk, scroller, onMap, children }: SheetTableProps) {
  const { sheet, headers, check } = phase;
  const size = { rows: sheet.rows, columns: sheet.header.length, rowSize: ROW_PX, columnSize: COLUMN_PX };
  const { rows, columns } = useScrollWindow(scroller, size);
  const rowAt = useSheetRows(desk, rows);
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
                from={columns.from}
                to={columns.to}
                count={sheet.header.length}
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

/** The room of rows that are not drawn. */
function Space({ rows }: { rows: number }) {
  return rows > 0 ? <tr aria-hidden style={{ height: rows * ROW_PX }} /> : null;
}
