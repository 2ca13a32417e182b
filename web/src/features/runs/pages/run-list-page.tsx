import { mdiFilterOffOutline, mdiHistory } from '@mdi/js';
import { RUN_KINDS, RUN_OUTCOMES, type RunKind, type RunOutcome } from '@mission-control/contract/runs/rules';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { listRuns } from '@mission-control/contract/runs/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { pathTo } from '../../../lib/address/path-to.ts';
import { wholeNumber } from '../../../lib/address/table-search.ts';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { OlderPages, QueryTable } from '../../../lib/query/query-table.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { RelativeTime, timeColumn } from '../../../ui/display/relative-time.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { StatusChip, type ChipMeaning } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { color } from '../../../ui/theme/tokens.ts';

/** Filters and page of the run list, kept in the address. */
interface RunSearch {
  kind?: RunKind;
  outcome?: RunOutcome;
  /** Shows the runs before this one. */
  before?: number;
}

function runSearch(search: Record<string, unknown>): RunSearch {
  const kind = RUN_KINDS.find((one) => one === search.kind);
  const outcome = RUN_OUTCOMES.find((one) => one === search.outcome);
  const before = wholeNumber(search.before);
  return { ...(kind ? { kind } : null), ...(outcome ? { outcome } : null), ...(before > 0 ? { before } : null) };
}

const KIND_WORDS: Record<RunKind, string> = {
  release: 'Create release',
  deploy: 'Deploy',
  seed: 'Seed',
  translations: 'Translations',
  'branding-generation': 'Branding',
  inventory: 'Inventory',
};

const OUTCOMES: Record<RunOutcome, { word: string; meaning: ChipMeaning }> = {
  running: { word: 'Running', meaning: 'notice' },
  succeeded: { word: 'Succeeded', meaning: 'good' },
  failed: { word: 'Failed', meaning: 'bad' },
  aborted: { word: 'Aborted', meaning: 'off' },
  unknown: { word: 'Unknown', meaning: 'warn' },
};

function durationText({ started_at: from, ended_at: to }: RunRow, now: number): string {
  const end = to === null ? now : Date.parse(to);
  const seconds = Math.max(0, Math.round((end - Date.parse(from)) / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** Duration of a run, ticking while it runs. */
const RunDuration = ({ run }: { run: RunRow }) => <span>{durationText(run, useNow(1000))}</span>;

const List = styled('ul')({ display: 'grid', gap: 8 });
const Facts = styled('p')({ fontSize: 12, color: color.text2, overflowWrap: 'anywhere' });

/** The runs on a phone. */
function RunCards({ runs }: { runs: readonly RunRow[] }) {
  return (
    <List aria-label="Runs">
      {runs.map((run) => (
        <li key={run.id}>
          <Card
            title={<Link href={pathTo('/runs/$id', { id: run.id })}>Run {run.id}</Link>}
            chips={
              <StatusChip meaning={OUTCOMES[run.outcome].meaning} size="small">
                {OUTCOMES[run.outcome].word}
              </StatusChip>
            }
          >
            <Facts>
              {KIND_WORDS[run.kind]}: {run.subject}
              <br />
              {run.started_by}, <RelativeTime at={run.started_at} />, <RunDuration run={run} />
            </Facts>
          </Card>
        </li>
      ))}
    </List>
  );
}

const runColumns: readonly Column<RunRow>[] = [
  {
    id: 'id',
    header: 'Run',
    width: 84,
    sticky: true,
    strong: true,
    text: ({ id }) => id,
    cell: (run) => <Link href={pathTo('/runs/$id', { id: run.id })}>{run.id}</Link>,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 126,
    text: ({ outcome }) => OUTCOMES[outcome].word,
    cell: (run) => (
      <StatusChip meaning={OUTCOMES[run.outcome].meaning} variant="quiet" title={run.error ?? undefined}>
        {OUTCOMES[run.outcome].word}
      </StatusChip>
    ),
  },
  { id: 'kind', header: 'Kind', width: 128, cell: (run) => KIND_WORDS[run.kind] },
  {
    id: 'subject',
    header: 'Subject',
    text: (run) => run.subject,
    cell: (run) => <span title={run.subject}>{run.subject}</span>,
  },
  { id: 'by', header: 'Started by', width: 150, cell: (run) => run.started_by },
  timeColumn({ id: 'at', header: 'Started', width: 124 }, (run) => run.started_at, { sorts: false }),
  {
    id: 'took',
    header: 'Duration',
    width: 104,
    align: 'right',
    text: (run) => (run.ended_at === null ? '' : durationText(run, 0)),
    cell: (run) => <RunDuration run={run} />,
  },
];

/** Page size of the server: the table itself never pages. */
const PAGE = 50;

const CARDS = {
  render: (runs: readonly RunRow[]) => <RunCards runs={runs} />,
  height: 118,
  placeholders: 6,
};
const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Runs' }];

const kinds = [
  { value: 'all', label: 'All kinds' },
  ...RUN_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
];
const outcomes = [
  { value: 'all', label: 'All outcomes' },
  ...RUN_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value].word })),
];

/** All runs: releases, deploys, seeds, translations, brandings. */
export function RunListPage() {
  const [{ kind, outcome, before }, show] = useUrlState(runSearch);
  const navigate = useNavigate();
  const query = useQuery({
    ...queryOf(listRuns, { query: { kind, outcome, before } }),
    placeholderData: keepPreviousData,
  });
  return (
    <PageFrame title="Runs" crumbs={CRUMBS} gap={12}>
      <Toolbar>
        <SelectField
          label="Kind"
          hideLabel
          options={kinds}
          value={kind ?? 'all'}
          onChange={(event) => show({ kind: event.target.value, before: undefined })}
        />
        <SelectField
          label="Outcome"
          hideLabel
          options={outcomes}
          value={outcome ?? 'all'}
          onChange={(event) => show({ outcome: event.target.value, before: undefined })}
        />
      </Toolbar>
      <QueryTable
        label="Runs"
        query={query}
        rows={({ runs }) => runs}
        columns={runColumns}
        pageSize={PAGE}
        // No download: these are not all runs.
        total={query.data?.runs.length ?? 0}
        getRowId={(run) => String(run.id)}
        onRowOpen={(run) => void navigate({ to: '/runs/$id', params: { id: String(run.id) } })}
        errorTitle="The runs could not be loaded"
        empty={
          <NoRuns
            filtered={(kind ?? outcome) !== undefined}
            onClear={() => show({ kind: undefined, outcome: undefined, before: undefined })}
          />
        }
        cards={CARDS}
      />
      <OlderPages
        noun="runs"
        next={query.data?.next}
        isNewest={before === undefined}
        onShow={(from) => show({ before: from })}
      />
    </PageFrame>
  );
}

function NoRuns({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <StatePanel
        icon={mdiFilterOffOutline}
        title="No runs match"
        actions={<ActionButton onClick={onClear}>Show all runs</ActionButton>}
      >
        No run matches these filters.
      </StatePanel>
    );
  }
  return (
    <StatePanel icon={mdiHistory} title="No runs yet">
      Releases, deploys, seeds, translations and brandings are listed here with their output.
    </StatePanel>
  );
}
