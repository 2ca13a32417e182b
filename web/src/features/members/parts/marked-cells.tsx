import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import type { CellNote } from '@mission-control/contract/members/schema';
import { useState, type RefObject } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { styled } from '../../../ui/styled.ts';
import { COLUMN_PX, NUMBER_PX, ROW_PX } from './sheet-parts.ts';

interface MarkedCellsProps {
  /** In the order of the server: errors first. */
  cells: readonly CellNote[];
  /** Number of the first member's row in the spreadsheet. */
  first: number;
  scroller: RefObject<HTMLElement | null>;
}

const Root = styled('div')({ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0, '& > span': { minWidth: 0 } });

/** Leads from one marked cell to the next, and says what is wrong with it. */
export function MarkedCells({ cells, first, scroller }: MarkedCellsProps) {
  const [at, setAt] = useState<number | null>(null);
  const step = (by: 1 | -1) => {
    const next = at === null ? (by === 1 ? 0 : cells.length - 1) : (at + by + cells.length) % cells.length;
    const cell = cells[next];
    setAt(next);
    if (cell) show(scroller.current, cell);
  };
  const cell = at === null ? undefined : cells[at];
  return (
    <Root role="group" aria-label="Marked cells">
      <IconButton icon={mdiChevronUp} label="Previous marked cell" onClick={() => step(-1)} />
      <IconButton icon={mdiChevronDown} label="Next marked cell" onClick={() => step(1)} />
      <span role="status">
        {cell === undefined
          ? `${cells.length.toLocaleString('en-GB')} marked ${cells.length === 1 ? 'cell' : 'cells'}`
          : `${(at ?? 0) + 1} of ${cells.length}, row ${first + cell.row}: ${cell.message}`}
      </span>
    </Root>
  );
}

/** Brings a cell to the middle of the table. */
function show(scroller: HTMLElement | null, { row, column }: CellNote): void {
  // Of what is beside the numbers of the rows.
  const middle = (NUMBER_PX + (scroller?.clientWidth ?? 0)) / 2;
  scroller?.scrollTo({
    top: row * ROW_PX - scroller.clientHeight / 3,
    left: column < 0 ? scroller.scrollLeft : NUMBER_PX + (column + 0.5) * COLUMN_PX - middle,
  });
}
