import { mdiFilterOffOutline, mdiHistory } from '@mdi/js';
import { RUN_KINDS, RUN_OUTCOMES } from '@mission-control/contract/runs/kinds';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { LoadingPanel } from '../../../ui/loading-panel.tsx';
import { useMediaQuery } from '../../../ui/media-query.ts';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { RunCards } from '../parts/run-cards.tsx';
import { runColumns } from '../parts/run-columns.tsx';
import { runListQuery } from '../queries.ts';
import { runSearch, type RunSearch } from '../run-search.ts';
import { KIND_WORDS, OUTCOMES } from '../run-words.ts';

/** As many as one answer holds: the table never pages by itself. */
const PAGE = 50;

/** Cards on a phone before the answer, and how high each is, in px. */
const PLACES = 6;
const CARD_HEIGHT = 118;
const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Runs' }];

const kinds = [
  { value: 'all', label: 'All kinds' },
  ...RUN_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
];
const outcomes = [
  { value: 'all', label: 'All outcomes' },
  ...RUN_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value].word })),
];

/** Everything long that was ever started: releases, deploys, seeds, translations, brandings. */
export function RunListPage() {
  const { kind, outcome, before } = runSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (search: RunSearch) => void navigate({ to: '/runs', search, replace: true, resetScroll: false });
  const { data, error, isFetching, refetch } = useRunList({ kind, outcome, before });
  const runs = data?.runs ?? [];
  const isNarrow = useMediaQuery('(max-width:700px)');
  const loading = data === undefined && error === null;
  return (
    <PageFrame title="Runs" crumbs={CRUMBS} gap={12}>
      <Toolbar>
        <SelectField
          label="Kind"
          hideLabel
          options={kinds}
          value={kind ?? 'all'}
          onChange={(event) => show(runSearch({ outcome, kind: event.target.value }))}
        />
        <SelectField
          label="Outcome"
          hideLabel
          options={outcomes}
          value={outcome ?? 'all'}
          onChange={(event) => show(runSearch({ kind, outcome: event.target.value }))}
        />
      </Toolbar>
      {isNarrow && loading ? (
        <LoadingPanel label="Runs" rows={PLACES} rowHeight={CARD_HEIGHT} />
      ) : isNarrow && runs.length > 0 ? (
        <RunCards runs={runs} />
      ) : (
        <DataTable
          label="Runs"
          columns={runColumns}
          rows={runs}
          pageSize={PAGE}
          getRowId={(run: RunRow) => String(run.id)}
          onRowOpen={(run) => void navigate({ to: '/runs/$id', params: { id: String(run.id) } })}
          loading={loading}
          error={
            error && data === undefined ? (
              <ReadError
                title="The runs could not be read"
                error={error}
                retrying={isFetching}
                onRetry={() => void refetch()}
              />
            ) : null
          }
          empty={<NoRuns filtered={(kind ?? outcome) !== undefined} onClear={() => show({})} />}
        />
      )}
      <Pages
        next={data?.next ?? null}
        isFirst={before === undefined}
        onShow={(from) => show(runSearch({ kind, outcome, before: from }))}
      />
    </PageFrame>
  );
}

/** What was shown stays until the next page is there. */
const useRunList = (page: Parameters<typeof runListQuery>[0]) =>
  useQuery({ ...runListQuery(page), placeholderData: keepPreviousData });

interface PagesProps {
  /** Where the older runs begin; null: there are none. */
  next: number | null;
  isFirst: boolean;
  onShow: (before: number | null) => void;
}

function Pages({ next, isFirst, onShow }: PagesProps) {
  if (next === null && isFirst) return null;
  return (
    <Toolbar>
      {isFirst ? null : <ActionButton onClick={() => onShow(null)}>Newest runs</ActionButton>}
      {next === null ? null : <ActionButton onClick={() => onShow(next)}>Older runs</ActionButton>}
    </Toolbar>
  );
}

function NoRuns({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <StatePanel
        icon={mdiFilterOffOutline}
        title="No such runs."
        actions={<ActionButton onClick={onClear}>Show all runs</ActionButton>}
      >
        Nothing of this kind has ended like this.
      </StatePanel>
    );
  }
  return (
    <StatePanel icon={mdiHistory} title="No runs yet.">
      Releases, deploys, seeds, translations and brandings are listed here with their output.
    </StatePanel>
  );
}
