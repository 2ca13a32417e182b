import { mdiFileRefreshOutline, mdiFileUploadOutline, mdiHistory, mdiShieldCheckOutline } from '@mdi/js';
import { planInventory } from '@mission-control/contract/inventory/calls';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { useState } from 'react';
import { useReadRefusal } from '../../../lib/role-refusal.ts';
import { RunPanel } from '../../../lib/run/run-panel.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { FileButton } from '../../../ui/field/file-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { FaultList } from '../../../ui/display/fault-list.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { AdminsOnly } from '../../../ui/layout/state-panel.tsx';
import type { RunLog } from '../../../ui/run/run-log.ts';
import { RunConsolePending } from '../../../ui/run/run-console.tsx';
import { ImportSource } from '../parts/import-source.tsx';
import { PlanView } from '../parts/plan-view.tsx';
import { ResultList } from '../parts/result-list.tsx';
import { useImport, type ImportPhase } from '../use-import.ts';

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Fleet', href: '/fleet' }, { label: 'Import fleet' }];
const FILE_TYPES = '.json,.yaml,.yml';

/** Reads an inventory, shows what it would change here, and applies what is chosen. For admins only. */
export function ImportPage() {
  const refusal = useReadRefusal(planInventory, 'import a fleet');
  if (refusal === null) return <Import />;
  return (
    <PageFrame title="Import fleet" crumbs={CRUMBS}>
      <AdminsOnly>{refusal}</AdminsOnly>
    </PageFrame>
  );
}

type Work = ReturnType<typeof useImport>;

function Import() {
  const work = useImport();
  const [pasted, setPasted] = useState('');
  const { phase, run, hasClick } = work;
  const showsRun = run !== null || hasClick;
  const file = phase.is === 'start' ? null : phase.file;
  return (
    <PageFrame
      title="Import fleet"
      crumbs={CRUMBS}
      gap={12}
      chips={file && <Mono small>{file.name}</Mono>}
      meta={
        phase.is === 'planned' ? [<Mono small key="hash">{`sha256 ${phase.plan.file_sha256.slice(0, 12)}…`}</Mono>] : []
      }
      actions={
        <>
          <ActionButton icon={mdiHistory} href="/runs?kind=inventory">
            Past runs
          </ActionButton>
          {showsRun || phase.is === 'planned' || isFailed(phase) ? (
            <AnotherFile work={work} showsRun={showsRun} />
          ) : null}
        </>
      }
    >
      <Banner
        meaning="notice"
        icon={mdiShieldCheckOutline}
        title="Nothing is written to a server here."
        action={<Link href="/drift">What the servers hold</Link>}
      >
        An import changes what the console knows. Only a commit writes.
      </Banner>
      {showsRun ? <ImportRun work={work} /> : <BeforeRun work={work} pasted={pasted} onPasted={setPasted} />}
    </PageFrame>
  );
}

/** Starts over with another file, or plans the same one again after its run. */
function AnotherFile({ work, showsRun }: { work: Work; showsRun: boolean }) {
  const { phase, applying } = work;
  const disabledReason = applying ? 'The import is running' : null;
  const same = showsRun && phase.is === 'planned' ? phase.file : null;
  return (
    <>
      {same ? (
        <ActionButton
          icon={mdiFileRefreshOutline}
          disabledReason={disabledReason}
          onClick={() => work.read(same)}
        >{`Plan ${same.name} again`}</ActionButton>
      ) : null}
      <FileButton
        icon={mdiFileUploadOutline}
        inputLabel="Another inventory file"
        accept={FILE_TYPES}
        disabledReason={disabledReason}
        onFile={work.read}
      >
        Read another file
      </FileButton>
    </>
  );
}

function ImportRun({ work }: { work: Work }) {
  if (work.run === null) return <RunConsolePending label="Starting the import" height={320} />;
  return <RunPanel key={work.run} id={work.run} height={320} below={resultsOf} />;
}

const resultsOf = (run: RunRow, log: RunLog) => <ResultList log={log} ended={run.outcome !== 'running'} />;

/** The server failed, which says nothing about the file. */
const isFailed = (phase: ImportPhase): boolean => phase.is === 'failed' && phase.error.code !== 'refused';

interface BeforeRunProps {
  work: Work;
  pasted: string;
  onPasted: (text: string) => void;
}

function BeforeRun({ work, pasted, onPasted }: BeforeRunProps) {
  const { phase } = work;
  const source = <ImportSource pasted={pasted} onPasted={onPasted} onFile={work.read} />;
  switch (phase.is) {
    case 'start':
      return source;
    case 'reading':
      return <LoadingPanel label={`Reading ${phase.file.name} and comparing it with the console`} rows={6} />;
    case 'too-large':
      return (
        <>
          <Banner meaning="bad" live title={`${phase.file.name} is too large.`}>
            At most 12 MB are read here. Use <Mono small>npm run inventory</Mono> for larger files.
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
      if (isFailed(phase))
        return (
          <ReadError
            framed
            title={`${phase.file.name} could not be planned`}
            error={phase.error}
            retrying={false}
            onRetry={() => work.read(phase.file)}
          />
        );
      return (
        <>
          <Banner meaning="bad" live title={`${phase.file.name} cannot be read.`}>
            {phase.error.messages.join(' ')}
          </Banner>
          {source}
        </>
      );
    case 'planned':
      return (
        <>
          {work.refusal ? (
            <Banner meaning="bad" live title="The import was not started.">
              {work.refusal.messages.join(' ')}
            </Banner>
          ) : null}
          <PlanView key={phase.plan.file_sha256} plan={phase.plan} applying={work.applying} onApply={work.apply} />
        </>
      );
  }
}
