import { duplicateColumn } from '@mission-control/contract/members/wording';
import { useRef } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { duplicatesOf, type Acquired } from '../state/import-state.ts';
import { membersText } from '../state/members-text.ts';
import type { MemberImport } from '../use-member-import.ts';
import { Findings } from './findings.tsx';
import { MarkedCells } from './marked-cells.tsx';
import { Side } from './sheet-parts.ts';
import { SheetTable } from './sheet-table.tsx';
import { WorkProgress } from './work-progress.tsx';

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
