import type { Outage } from '@mission-control/contract/monitors/calls';
import { FAILURES_TO_DOWN, SUCCESSES_TO_UP } from '@mission-control/contract/monitors/rules';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Count } from '../../../ui/display/mono.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { lengthText, momentText } from '../time-texts.ts';

interface Row extends Outage {
  /** In ms, up to now while it lasts. */
  length: number;
  started: string;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'state',
    header: 'State',
    width: 110,
    cell: ({ ended_at: end }) => (
      <StatusChip meaning={end === null ? 'bad' : 'off'} variant="quiet" size="small">
        {end === null ? 'Ongoing' : 'Ended'}
      </StatusChip>
    ),
  },
  {
    id: 'started',
    header: 'Started (UTC)',
    width: 150,
    cell: (row) => row.started,
    sortValue: (row) => row.started_at,
  },
  {
    id: 'length',
    header: 'Duration',
    width: 120,
    cell: (row) => lengthText(row.length),
    sortValue: (row) => row.length,
  },
  { id: 'error', header: 'Error', cell: (row) => row.error, wrap: true },
  { id: 'failures', header: 'Failed checks', width: 120, align: 'right', cell: (row) => row.failures },
];

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '12px 16px',
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.01em' },
});

const FIRST = { column: 'started', direction: 'desc' } as const;

/** The outages of 90 days with their lengths. */
export function OutageTable({ outages, now }: { outages: readonly Outage[]; now: Date }) {
  const rows = outages.map((outage) => {
    const from = new Date(outage.started_at);
    const to = outage.ended_at === null ? now.getTime() : Date.parse(outage.ended_at);
    return { ...outage, length: to - from.getTime(), started: momentText(from, now) };
  });
  return (
    <DataTable
      label="Outages"
      toolbar={
        <Head>
          <h2>Outages</h2>
          <Count>{outages.length}</Count>
        </Head>
      }
      columns={COLUMNS}
      rows={rows}
      getRowId={(row) => row.started_at}
      defaultSort={FIRST}
      footNote={`${FAILURES_TO_DOWN} failed checks start an outage, ${SUCCESSES_TO_UP} good ones end it`}
      empty={<StatePanel title="No outages in 90 days." />}
    />
  );
}
