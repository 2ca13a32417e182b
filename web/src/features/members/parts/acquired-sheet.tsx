import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import { duplicateColumn } from '@mission-control/contract/members/columns';
import type { CellNote } from '@mission-control/contract/members/schema';
import { countText } from '@mission-control/contract/numbers';
import { useRef, useState, type RefObject } from 'react';
import { Banner } from '../../../ui/layout/banner.tsx';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { duplicatesOf, type Acquired } from '../import-state.ts';
import type { MemberImport } from '../use-member-import.ts';
import { Findings } from './findings.tsx';
import { Side, COLUMN_PX, NUMBER_PX, ROW_PX } from './sheet-parts.ts';
import { SheetTable } from './sheet-table.tsx';
import { WorkProgress } from './work-progress.tsx';

interface MarkedCellsProps {
  /** Errors first. */
  cells: readonly CellNote[];
  /** Row number of the first member in the spreadsheet. */
  first: number;
  scroller: RefObject<HTMLElement | null>;
}

const Root = styled('div')({ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0, '& > span': { minWidth: 0 } });

/** Steps through the marked cells and states their faults. */
function MarkedCells({ cells, first, scroller }: MarkedCellsProps) {
  const [at, setAt] = useState<number | null>(null);
  const step = (by: 1 | -1) => {
    const next = at === null ? (by === 1 ? 0 : cells.length - 1) : (at + by + cells.length) % cells.length;
    const cell = cells[next];
    setAt(next);
    if (cell) scrollTo(scroller.current, cell);
  };
  const cell = at === null ? undefined : cells[at];
  return (
    <Root role="group" aria-label="Marked cells">
      <IconButton icon={mdiChevronUp} label="Previous marked cell" onClick={() => step(-1)} />
      <IconButton icon={mdiChevronDown} label="Next marked cell" onClick={() => step(1)} />
      <span role="status">
        {cell === undefined
          ? countText(cells.length, 'marked cell')
          : `${(at ?? 0) + 1} of ${cells.length}, row ${first + cell.row}: ${cell.message}`}
      </span>
    </Root>
  );
}

/** Scrolls a cell to the middle of the table. */
function scrollTo(scroller: HTMLElement | null, { row, column }: CellNote): void {
  // The row numbers cover the left edge.
  const middle = (NUMBER_PX + (scroller?.clientWidth ?? 0)) / 2;
  scroller?.scrollTo({
    top: row * ROW_PX - scroller.clientHeight / 3,
    left: column < 0 ? scroller.scrollLeft : NUMBER_PX + (column + 0.5) * COLUMN_PX - middle,
  });
}

/** The members, the fields they are imported as, and the findings. */
export function AcquiredSheet({ phase, work }: { phase: Acquired; work: MemberImport }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { check, sheet } = phase;
  const twice = [...duplicatesOf(phase)].map(duplicateColumn);
  const done = check.is === 'done' ? check : null;
  const found = done !== null && done.errors.length + done.warnings.length > 0;
  return (
    <>
      {twice.length > 0 && done === null ? (
        <Banner meaning="bad" title={twice.join(', ')}>
          Each of these can be chosen for one column only. Choose Ignore for the others.
        </Banner>
      ) : null}
      <Side data-found={found || undefined}>
        <SheetTable phase={phase} client={work.client} scroller={scroller} onMap={work.map}>
          {check.is === 'running' ? (
            <WorkProgress
              title={`Validating ${countText(sheet.count, 'member')}`}
              then="Checking the members and writing the SQL…"
              sent={check.sent}
              all={check.all}
              onCancel={work.cancel}
            />
          ) : (
            <span>
              {countText(sheet.count, 'member')}, {countText(sheet.header.length, 'column')}
            </span>
          )}
          {done && done.cells.length > 0 ? (
            <MarkedCells cells={done.cells} first={sheet.headerRow + 1} scroller={scroller} />
          ) : null}
        </SheetTable>
        {found ? <Findings errors={done.errors} warnings={done.warnings} /> : null}
      </Side>
    </>
  );
}
