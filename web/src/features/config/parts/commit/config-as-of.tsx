import { useQuery } from '@tanstack/react-query';
import type { CallResponse } from '@mission-control/contract/call';
import type { getConfigAsOf } from '@mission-control/contract/config/calls';
import { useState } from 'react';
import { Mono } from '../../../../ui/display/mono.tsx';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { LocalTimeField } from '../../../../ui/field/local-time-field.tsx';
import { Segment } from '../../../../ui/field/segment.tsx';
import { QueryView } from '../../../../lib/query/query-page.tsx';
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
function RevisionAt({ label, facts }: { label: string; facts: Facts }) {
  return (
    <p style={{ margin: 0 }}>
      {label}: {facts ? `revision ${facts.number}, ${facts.by}, ` : 'none known'}
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
  const comparison = useComparison(useEditor().editor.target, { from: 0, to: number });
  const { data, error } = comparison;
  if (error && !data) return <ComparedChanges comparison={comparison}>{null}</ComparedChanges>;
  return (
    <DataTable
      label={`Settings of revision ${number}`}
      columns={SETTINGS}
      rows={data?.entries ?? []}
      loading={!data}
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
      <ChangeSummary entries={comparison.data?.entries ?? []} />
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
  return (
    <Stack gap={16}>
      <LocalTimeField label="As of (your time)" value={at} onChange={setAt} />
      <QueryView
        query={useQuery(asOfQuery(target, at))}
        errorTitle="The config at that time could not be loaded"
        loading={<Skeleton height={120} />}
        empty={null}
      >
        {({ saved, committed }) => (
          <>
            <div>
              <RevisionAt label="Saved" facts={saved} />
              <RevisionAt label="On the servers" facts={committed} />
            </div>
            {saved ? (
              <SettingsThen key={saved.number} number={saved.number} />
            ) : (
              <Quiet>Nothing had been saved yet.</Quiet>
            )}
          </>
        )}
      </QueryView>
    </Stack>
  );
}
