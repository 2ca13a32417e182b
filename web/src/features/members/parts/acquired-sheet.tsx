import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import { duplicateColumn } from '@mission-control/contract/members/columns';
import type { CellNote } from '@mission-control/contract/members/schema';
import { useRef, useState, type RefObject } from 'react';
import { Banner } from '../../../ui/layout/banner.tsx';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { duplicatesOf, type Acquired, membersText } from '../state/import-state.ts';
import type { MemberImport } from '../use-member-import.ts';
import { Findings } from './findings.tsx';
import { Side, COLUMN_PX, NUMBER_PX, ROW_PX } from './sheet-parts.ts';
import { SheetTable } from './sheet-table.tsx';
import { WorkProgress } from './work-progress.tsx';

interface MarkedCellsProps {
  /** In the order of the server: errors first. */
  cells: readonly CellNote[];
  /** Number of the first member's row in the spreadsheet. */
  first: number;
  scroller: RefObject<HTMLElement | null>;
}

const Root = styled('div')({ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0, '& > span': { minWidth: 0 } });

/** Leads from one marked cell to the next, and says what is wrong with it. */
function MarkedCells({ cells, first, scroller }: MarkedCellsProps) {
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

/** The spreadsheet on the screen: what was found in it, and its members under the columns they are imported as. */
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
        <SheetTable phase={phase} desk={work.desk} scroller={scroller} onMap={work.map}>
          {check.is === 'running' ? (
            <WorkProgress
              title={`Validating ${membersText(sheet.count)}`}
              then="Checking the members and writing the SQL…"
              sent={check.sent}
              all={check.all}
              onCancel={work.cancel}
            />
          ) : (
            <span>
              {membersText(sheet.count)}, {sheet.header.length} {sheet.header.length === 1 ? 'column' : 'columns'}
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
