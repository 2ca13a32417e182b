import { IGNORE } from '@mission-control/contract/members/columns';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { AcquiredSheet } from '../parts/acquired-sheet.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { FieldList } from '../parts/field-list.tsx';
import { ImportActions } from '../parts/import-actions.tsx';
import { ImportStatus } from '../parts/import-status.tsx';
import { SendingPanel } from '../parts/sending-panel.tsx';
import { membersText } from '../state/members-text.ts';
import type { Acquired } from '../state/import-state.ts';
import { useMemberImport } from '../use-member-import.ts';

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Member importer' }];

/** Turns a spreadsheet of members into SQL [IMP-01]. */
export function ImporterPage() {
  const work = useMemberImport();
  const { phase } = work.state;
  const acquired = phase.is === 'acquired' ? phase : null;
  return (
    <PageFrame
      title="Member importer"
      crumbs={CRUMBS}
      count={acquired?.sheet.count}
      gap={12}
      chips={acquired ? <ImportStatus phase={acquired} /> : null}
      meta={acquired ? factsOf(acquired) : []}
      actions={acquired ? <ImportActions work={work} /> : null}
    >
      {phase.is === 'start' ? <DropZone onFile={work.upload} /> : null}
      {phase.is === 'sending' ? <SendingPanel {...phase} onCancel={work.reset} /> : null}
      {/* Open as long as there is room for it. */}
      <FieldList key={acquired ? 'closed' : 'open'} startsOpen={acquired === null} />
      {acquired ? <AcquiredSheet phase={acquired} work={work} /> : null}
      <LeaveGuard unsaved={acquired && !acquired.kept ? 1 : 0}>
        The SQL of {acquired?.file ?? 'the spreadsheet'} was not downloaded.
      </LeaveGuard>
    </PageFrame>
  );
}

function factsOf({ file, headers, check }: Acquired): string[] {
  const mapped = headers.filter((header) => header !== IGNORE).length;
  const sql = check.is === 'done' && check.valid ? [`SQL of ${membersText(check.count)}`] : [];
  return [file, `${mapped} of ${headers.length} columns imported`, ...sql];
}
