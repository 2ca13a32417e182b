import { mdiCheckAll, mdiDownload, mdiRestart } from '@mdi/js';
import { DIALECTS } from '@mission-control/contract/members/columns';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Segment } from '../../../ui/segment.tsx';
import { sqlOf } from '../state/import-state.ts';
import type { MemberImport } from '../use-member-import.ts';

/** What can be done with an acquired spreadsheet [IMP-04]. */
export function ImportActions({ work }: { work: MemberImport }) {
  const { dialect, phase } = work.state;
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
