import { abortRun, readRunOutput } from '@mission-control/contract/runs/calls';
import { useConsole, useReadRefusal, useRoleRefusal } from '../role-refusal.ts';
import { mdiHistory } from '@mdi/js';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { useState, type ReactNode } from 'react';
import { pathTo } from '../address/path-to.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Link } from '../../ui/action/link.tsx';
import { RunConsole, RunConsolePending } from '../../ui/run/run-console.tsx';
import type { RunLog } from '../../ui/run/run-log.ts';
import { StatePanel } from '../../ui/layout/state-panel.tsx';
import { QueryView } from '../query/query-page.tsx';
import { useRun } from './follow-run.ts';
import { UnseenRun } from './unseen-run.tsx';

interface RunPanelProps {
  id: number;
  /** Renders content below the output, derived from it. */
  below?: (run: RunRow, log: RunLog) => ReactNode;
  /** Height of the whole panel, in px. */
  height?: number;
}

/** One run: its state, its live output, and a way to abort it. */
export function RunPanel({ id, height = 460, below }: RunPanelProps) {
  const [asking, setAsking] = useState(false);
  const abortRefusal = useRoleRefusal(abortRun, 'abort a run');
  const outputRefusal = useReadRefusal(readRunOutput, 'see the output of a run');
  // The server enforces the role, but retrying a denied read would show toasts indefinitely.
  const mayRead = useConsole() !== undefined && outputRefusal === null;
  const { query, log, abort } = useRun(id, mayRead);
  const run = query.data?.run;
  if (!run) {
    return (
      <QueryView
        framed
        query={query}
        errorTitle="The run could not be loaded"
        loading={<RunConsolePending label="Loading the run" height={height} />}
        empty={null}
        notFound={<NoRun id={id} />}
      >
        {() => null}
      </QueryView>
    );
  }
  return (
    <>
      {run.unseen_since !== null && <UnseenRun run={run} since={run.unseen_since} />}
      <RunConsole
        log={log}
        title={<Link href={pathTo('/runs/$id', { id })}>Run {id}</Link>}
        subtitle={
          <>
            {run.subject}, started by <b>{run.started_by}</b>
          </>
        }
        state={run.outcome}
        error={run.error}
        outputRefusal={outputRefusal}
        startedAt={run.started_at}
        endedAt={run.ended_at}
        usualSeconds={run.usual_seconds}
        fileName={`run-${id}.txt`}
        onAbort={abortRefusal === null ? () => setAsking(true) : undefined}
        aborting={abort.isPending || run.aborted_by !== null}
        height={height}
      />
      {below?.(run, log)}
      <ConfirmDialog
        open={asking}
        title={`Abort run ${id}?`}
        confirmLabel="Abort run"
        tone="danger"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          abort.mutate();
        }}
      >
        This stops all its processes. Changes made so far are kept.
      </ConfirmDialog>
    </>
  );
}

function NoRun({ id }: { id: number }) {
  return (
    <StatePanel framed icon={mdiHistory} title={`There is no run ${id}`}>
      No run has this number, or it was removed with its output.
    </StatePanel>
  );
}
