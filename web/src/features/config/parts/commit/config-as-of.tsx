import { useQuery } from '@tanstack/react-query';
import type { CallResponse } from '@mission-control/contract/call';
import type { getConfigAsOf } from '@mission-control/contract/config/calls';
import { useState } from 'react';
import { Mono } from '../../../../ui/display/mono.tsx';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { LocalTimeField } from '../../../../ui/field/local-time-field.tsx';
import { Segment } from '../../../../ui/field/segment.tsx';
import { ReadError } from '../../../../ui/layout/read-error.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import type { Column } from '../../../../ui/table/table-column.ts';
import type { ReviewEntry } from '../../state/review.ts';
import { asOfQuery } from '../../queries.ts';
import { useEditor } from '../editor/editor-context.ts';
import { Quiet, Stack } from '../editor/layout.ts';
import { ChangeSummary } from './change-summary.tsx';
import { ComparedChanges, useComparison } from './compared-changes.tsx';

const AN_HOUR = 3_600_000;

type Facts = CallResponse<typeof getConfigAsOf>['saved'];

/** Which revision was saved, or on the servers, at a time. */
function Then({ what, facts }: { what: string; facts: Facts }) {
  return (
    <p style={{ margin: 0 }}>
      {what}: {facts ? `revision ${facts.number}, ${facts.by}, ` : 'none known'}
      {facts ? <RelativeTime at={facts.at} /> : null}
    </p>
  );
}

const SETTINGS: readonly Column<ReviewEntry>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 150,
    wrap: true,
    cell: ({ key }) => <Mono style={{ overflowWrap: 'anywhere' }}>{key}</Mono>,
    sortValue: ({ key }) => key,
  },
  {
    id: 'value',
    header: 'Value',
    width: 150,
    wrap: true,
    cell: ({ after }) => <Mono style={{ overflowWrap: 'anywhere' }}>{after}</Mono>,
    sortValue: ({ after }) => after ?? '',
  },
];

/** The settings of a revision. */
function AllSettings({ number }: { number: number }) {
  const { target } = useEditor().editor;
  const { query, entries } = useComparison(target, { from: 0, to: number });
  if (query.error) return <ComparedChanges comparison={{ query, entries }}>{null}</ComparedChanges>;
  return (
    <DataTable
      label={`Settings of revision ${number}`}
      columns={SETTINGS}
      rows={entries ?? []}
      loading={!entries}
      getRowId={({ key }) => key}
      defaultSort={{ column: 'name', direction: 'asc' }}
      empty="It had no settings."
    />
  );
}

/** Differences between a revision and the saved config. */
function Differences({ number }: { number: number }) {
  const { target, state } = useEditor().editor;
  const comparison = useComparison(target, { from: number, to: state.revision });
  return (
    <>
      <ChangeSummary entries={comparison.entries ?? []} />
      <ComparedChanges comparison={comparison}>Nothing saved has changed since.</ComparedChanges>
    </>
  );
}

function SettingsThen({ number }: { number: number }) {
  const [form, setForm] = useState<'all' | 'differs'>('differs');
  return (
    <>
      <div>
        <Segment
          label="Settings"
          value={form}
          onChange={setForm}
          options={[
            { value: 'differs', label: 'What differs now' },
            { value: 'all', label: 'All settings at that time' },
          ]}
        />
      </div>
      {form === 'all' ? <AllSettings number={number} /> : <Differences number={number} />}
    </>
  );
}

/** The config as it was at a time. */
export function ConfigAsOf() {
  const { target } = useEditor().editor;
  const [at, setAt] = useState(() => new Date(new Date().getTime() - AN_HOUR).toISOString());
  const { data, error, isFetching, refetch } = useQuery(asOfQuery(target, at));
  return (
    <Stack gap={16}>
      <LocalTimeField label="As of (your time)" value={at} onChange={setAt} />
      {error ? (
        <ReadError
          title="The config at that time could not be loaded"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <>
          <div>
            <Then what="Saved" facts={data.saved} />
            <Then what="On the servers" facts={data.committed} />
          </div>
          {data.saved ? (
            <SettingsThen key={data.saved.number} number={data.saved.number} />
          ) : (
            <Quiet>Nothing had been saved yet.</Quiet>
          )}
        </>
      ) : (
        <Skeleton height={120} />
      )}
    </Stack>
  );
}
