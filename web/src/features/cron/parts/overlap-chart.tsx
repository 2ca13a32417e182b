import type { OverlapSlot } from '@mission-control/contract/cron/schema';
import { countText, decimalText, numberText } from '@mission-control/contract/numbers';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { ExactTime } from '../../../ui/display/relative-time.tsx';
import { clockText, momentText, secondsText } from '../../../ui/display/times.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';

/** Longer names are truncated in the tooltip. */
const MAX_NAME = 26;

/** `12 at once`, and a line for each of the tasks that ran longest. */
function slotText({ most, tasks, others }: OverlapSlot): string {
  if (most === null) return 'Not reported yet';
  if (most === 0) return 'No runs';
  return [
    `${numberText(most)} at once`,
    ...tasks.map(({ task, runs }) => `${cut(task)}: ${countText(runs, 'run')}`),
    ...(others > 0 ? [`and ${others} more`] : []),
  ].join('\n');
}

function cut(name: string): string {
  const characters = [...name];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join('')}…` : name;
}

/** Maximum concurrent runs in each ten-minute slot, and what ran then. */
export function OverlapChart({ slots, now }: { slots: readonly OverlapSlot[]; now: Date }) {
  return (
    <Card title="Concurrent runs" subtitle="maximum in any second, by ten minutes">
      <BarChart
        sparse
        label="Concurrent cron tasks, 24 hours"
        headers={['From', 'Concurrent']}
        readings={slots.map((slot) => {
          const at = new Date(slot.at);
          return { label: momentText(at, now), short: clockText(at), value: slot.most, text: slotText(slot) };
        })}
      />
    </Card>
  );
}

const columns = (now: Date): readonly Column<OverlapSlot>[] => [
  {
    id: 'at',
    header: 'Ten minutes from',
    width: 170,
    narrowWidth: 130,
    strong: true,
    sortValue: ({ at }) => at,
    text: ({ at }) => at,
    cell: ({ at }) => <ExactTime at={at} text={(instant) => momentText(instant, now)} />,
  },
  {
    id: 'most',
    header: 'Concurrent',
    width: 100,
    align: 'right',
    sortValue: ({ most }) => most ?? 0,
    cell: ({ most }) => numberText(most ?? 0),
  },
  {
    id: 'tasks',
    header: 'Runs, longest tasks first',
    narrowWidth: 260,
    wrap: true,
    cell: tasksText,
  },
  {
    id: 'when',
    header: 'First at',
    width: 110,
    sortValue: ({ most_at: at }) => at ?? '',
    text: ({ most_at: at }) => at ?? '',
    cell: ({ most_at: at }) => (at === null ? '' : <ExactTime at={at} text={secondsText} />),
  },
  {
    id: 'average',
    header: 'On average',
    width: 110,
    align: 'right',
    sortValue: ({ average }) => average,
    text: ({ average }) => average,
    cell: ({ average }) => decimalText(average),
  },
];

function tasksText({ tasks, others }: OverlapSlot): string {
  const named = tasks.map(({ group, task, runs }) => `${group} / ${task} ${numberText(runs)}`);
  return [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
}

const BUSIEST_FIRST = { column: 'most', direction: 'desc' } as const;

/** The ten-minute slots with runs, busiest first. */
export function OverlapTable({ slots, now }: { slots: readonly OverlapSlot[]; now: Date }) {
  return (
    <LocalTable
      label="Busiest times"
      columns={columns(now)}
      rows={slots.filter(({ most }) => most !== null && most > 0)}
      getRowId={({ at }) => at}
      defaultSort={BUSIEST_FIRST}
      empty={<StatePanel title="No runs" />}
    />
  );
}
