import { mdiFileTableOutline, mdiTimerSandEmpty, mdiCheckAll, mdiDownload, mdiRestart } from '@mdi/js';
import { readMembers, validateMembers } from '@mission-control/contract/members/calls';
import { IGNORE, DIALECTS } from '@mission-control/contract/members/columns';
import { countText } from '@mission-control/contract/numbers';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { LeaveGuard } from '../../../lib/unsaved-edits.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { DROP_PX, DropZone } from '../../../ui/field/drop-zone.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { AcquiredSheet } from '../parts/acquired-sheet.tsx';
import { FieldList } from '../parts/field-list.tsx';
import { WorkProgress } from '../parts/work-progress.tsx';
import { type Acquired, sqlOf, type Sent } from '../import-state.ts';
import { useMemberImport, type MemberImport } from '../use-member-import.ts';

/** Actions on an acquired spreadsheet [IMP-04]. */
function ImportActions({ work }: { work: MemberImport }) {
  const { dialect, phase } = work.state;
  const roleRefusal = useRoleRefusal(validateMembers, 'import members');
  if (phase.is !== 'acquired') return null;
  const validated = sqlOf(phase) !== null;
  return (
    <>
      <Segment label="Dialect of the SQL" options={DIALECTS} value={dialect} onChange={work.chooseDialect} />
      <ActionButton icon={mdiRestart} onClick={work.reset}>
        Reset
      </ActionButton>
      <ActionButton
        variant={validated ? 'secondary' : 'primary'}
        icon={mdiCheckAll}
        pending={phase.check.is === 'running'}
        disabledReason={roleRefusal}
        onClick={() => work.validate(phase)}
      >
        Validate
      </ActionButton>
      {validated ? (
        <ActionButton variant="primary" icon={mdiDownload} onClick={() => work.download(phase)}>
          Download SQL
        </ActionButton>
      ) : null}
    </>
  );
}

/** As high as the drop zone it replaces. */
const Root = styled(Panel)({
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  minHeight: DROP_PX,
  padding: '16px max(16px, calc((100% - 560px) / 2))',
});

/** Upload progress of a spreadsheet [IMP-01]. */
function SendingPanel({ file, sent, all, onCancel }: Sent & { file: string; onCancel: () => void }) {
  return (
    <Root aria-label="Spreadsheet">
      <WorkProgress title={file} then="Reading…" sent={sent} all={all} onCancel={onCancel} />
    </Root>
  );
}

function ImportStatus({ phase }: { phase: Acquired }) {
  const { check } = phase;
  if (sqlOf(phase)) return <StatusChip meaning="good">Validated</StatusChip>;
  if (check.is === 'done') return <StatusChip meaning="bad">Has errors</StatusChip>;
  if (check.is === 'running') return <StatusChip meaning="notice">Validating</StatusChip>;
  return (
    <StatusChip meaning="off" icon={mdiTimerSandEmpty}>
      Not validated
    </StatusChip>
  );
}

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Member importer' }];

/** Turns a spreadsheet of members into SQL [IMP-01]. */
export function ImporterPage() {
  const work = useMemberImport();
  const { phase } = work.state;
  const roleRefusal = useRoleRefusal(readMembers, 'import members');
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
      {phase.is === 'start' ? (
        <DropZone
          label="Spreadsheet"
          title="Drop a spreadsheet of members here"
          icon={mdiFileTableOutline}
          inputLabel="Spreadsheet file"
          disabledReason={roleRefusal}
          onFile={work.upload}
        >
          Excel (.xlsx) or CSV with column names in its first row, up to 25 MB. The file is read and never kept.
        </DropZone>
      ) : null}
      {phase.is === 'sending' ? <SendingPanel {...phase} onCancel={work.reset} /> : null}
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
  const sql = check.is === 'done' && check.valid ? [`SQL of ${countText(check.count, 'member')}`] : [];
  return [file, `${mapped} of ${headers.length} columns imported`, ...sql];
}
