import { mdiCheckAll, mdiContentSaveOutline, mdiFileDelimitedOutline } from '@mdi/js';
import { planChecks } from '@mission-control/contract/monitors/import/calls';
import { CHECKS_LIST_BYTES } from '@mission-control/contract/monitors/rules';
import type { CheckSettings, ChecksPlan } from '@mission-control/contract/monitors/schema';
import { countText } from '@mission-control/contract/numbers';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { ChangeList } from '../../../ui/dialog/change-list.tsx';
import { FaultList } from '../../../ui/display/fault-list.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { DropZone } from '../../../ui/field/drop-zone.tsx';
import { FileButton } from '../../../ui/field/file-button.tsx';
import { PastePanel } from '../../../ui/field/paste-panel.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { CHECK_LABELS, settingText } from '../monitor-words.ts';
import { useChecksImport } from '../use-checks-import.ts';

const CRUMBS = [{ label: 'Monitor', href: '/monitor' }, { label: 'Import checks' }];
const FILE_TYPES = '.csv,.txt';

/** Reads a list of check settings, shows what it changes, and saves all of it or nothing. */
export function ChecksImportPage() {
  const navigate = useNavigate();
  const refusal = useRoleRefusal(planChecks, 'change how monitors are checked');
  const [pasted, setPasted] = useState('');
  const work = useChecksImport(() => void navigate({ to: '/monitor' }));
  const { phase } = work;
  return (
    <PageFrame
      title="Import checks"
      crumbs={CRUMBS}
      gap={12}
      chips={phase.is === 'start' ? null : <Mono small>{phase.file.name}</Mono>}
      actions={
        phase.is === 'planned' || phase.is === 'failed' ? (
          <FileButton inputLabel="Another list" accept={FILE_TYPES} disabledReason={null} onFile={work.read}>
            Read another list
          </FileButton>
        ) : null
      }
    >
      <Work work={work} refusal={refusal} pasted={pasted} onPasted={setPasted} />
    </PageFrame>
  );
}

interface SourceProps {
  refusal: string | null;
  /** Kept while its faults are corrected. */
  pasted: string;
  onPasted: (text: string) => void;
}

interface WorkProps extends SourceProps {
  work: ReturnType<typeof useChecksImport>;
}

function Work({ work, ...given }: WorkProps) {
  const { phase } = work;
  const source = <Source {...given} onFile={work.read} />;
  switch (phase.is) {
    case 'start':
      return source;
    case 'reading':
      return <LoadingPanel label={`Reading ${phase.file.name} and comparing it with the monitors`} rows={6} />;
    case 'too-large':
      return (
        <>
          <Banner meaning="bad" live title={`${phase.file.name} is too large.`}>
            {`At most ${CHECKS_LIST_BYTES / 1024} KB are read. Split it.`}
          </Banner>
          {source}
        </>
      );
    case 'faulty':
      return (
        <>
          <FaultList {...phase} />
          {source}
        </>
      );
    case 'failed':
      return (
        <ReadError
          framed
          title={`${phase.file.name} could not be compared`}
          error={phase.error}
          retrying={false}
          onRetry={() => work.read(phase.file)}
        />
      );
    case 'planned':
      return (
        <Plan
          plan={phase.plan}
          saving={work.saving}
          onSave={() => work.save(phase.file, phase.plan.fingerprint)}
          onClose={work.reset}
        />
      );
  }
}

function Source({ refusal, pasted, onPasted, onFile }: SourceProps & { onFile: (file: File) => void }) {
  return (
    <>
      <DropZone
        label="List of checks"
        title="Drop a list here"
        icon={mdiFileDelimitedOutline}
        inputLabel="List of checks as a file"
        accept={FILE_TYPES}
        disabledReason={refusal}
        onFile={onFile}
      >
        {`CSV: the first line names the columns. host (or address) is one of them, the others are any of ${Object.keys(CHECK_LABELS).join(', ')}. An empty cell changes nothing; - as expected_text expects none. Nothing is saved until you have seen what changes.`}
      </DropZone>
      <PastePanel
        label="Pasted list"
        pasted={pasted}
        onPasted={onPasted}
        placeholder={'host,path,expected_status,slow_ms\nwww.example.com,/health,200,800'}
        action="Show what changes"
        disabledReason={refusal ?? (pasted.trim() === '' ? 'Paste a list first' : null)}
        onAction={() => onFile(new File([pasted], 'pasted.csv', { type: 'text/csv' }))}
      />
    </>
  );
}

type Change = ChecksPlan['changes'][number];

const changesOf = ({ before, after }: Change) =>
  (Object.keys(after) as (keyof CheckSettings)[]).map((key) => ({
    id: key,
    label: CHECK_LABELS[key],
    before: settingText(key, before[key]),
    after: settingText(key, after[key]),
  }));

const Changes = styled('div')({ padding: '6px 8px 6px 0' });

const Site = styled('div')({
  overflowWrap: 'anywhere',
  '& small': { display: 'block', fontSize: 12, lineHeight: '16px', fontWeight: 400, color: color.text3 },
});

const columns: readonly Column<Change>[] = [
  {
    id: 'line',
    header: 'Line',
    width: 72,
    narrowWidth: 52,
    align: 'right',
    cell: ({ line }) => line,
    sortValue: ({ line }) => line,
  },
  {
    id: 'host',
    header: 'Site',
    width: 400,
    narrowWidth: 132,
    strong: true,
    wrap: true,
    text: ({ host }) => host,
    sortValue: ({ host }) => host,
    cell: ({ id, host, label }) => (
      <Site>
        <Link href={`/monitor/${id}`}>{host}</Link>
        <small>{label}</small>
      </Site>
    ),
  },
  {
    id: 'changes',
    header: 'Changes',
    narrowWidth: 132,
    wrap: true,
    text: (row) =>
      changesOf(row)
        .map(({ label, before, after }) => `${label}: ${before} to ${after}`)
        .join('; '),
    cell: (row) => (
      <Changes>
        <ChangeList label={`Changes of ${row.host}`} changes={changesOf(row)} />
      </Changes>
    ),
  },
];

interface PlanProps {
  plan: ChecksPlan;
  saving: boolean;
  onSave: () => void;
  onClose: () => void;
}

function Plan({ plan: { changes, same, ignored }, saving, onSave, onClose }: PlanProps) {
  const ignoredText = ignored.length === 0 ? null : `Columns that were not read: ${ignored.join(', ')}.`;
  if (changes.length === 0)
    return (
      <StatePanel
        framed
        icon={mdiCheckAll}
        title="Nothing changes"
        actions={<ActionButton onClick={onClose}>Start again</ActionButton>}
      >
        {same === 1 ? 'The monitor of the list is' : `All ${countText(same, 'monitor')} of the list are`} already
        checked like this. {ignoredText}
      </StatePanel>
    );
  return (
    <>
      <Banner
        meaning="notice"
        title={`${countText(changes.length, 'monitor')} will be checked differently.`}
        action={
          <>
            <ActionButton onClick={onClose}>Cancel</ActionButton>{' '}
            <ActionButton variant="primary" icon={mdiContentSaveOutline} pending={saving} onClick={onSave}>
              {`Save ${countText(changes.length, 'monitor')}`}
            </ActionButton>
          </>
        }
      >
        {same === 0 ? null : `${countText(same, 'monitor')} ${same === 1 ? 'is' : 'are'} already checked like this. `}
        {ignoredText}
      </Banner>
      <LocalTable
        label="Changes of checks"
        columns={columns}
        rows={changes}
        getRowId={({ id }) => String(id)}
        pageSize={50}
      />
    </>
  );
}
