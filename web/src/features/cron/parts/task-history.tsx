import { getCronHistory } from '@mission-control/contract/cron/calls';
import { durationText, LOG_STATUS, spanText } from '@mission-control/contract/cron/rules';
import type { TaskHistory as History } from '@mission-control/contract/cron/schema';
import { BAND_DAYS, BAND_RUNS } from '@mission-control/contract/cron/troubles';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import { ChartFrame } from '../../../ui/chart/chart-frame.tsx';
import { axisSteps } from '../../../ui/chart/chart-scale.ts';
import { ExactTime } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { utcDateText } from '../../../ui/display/times.ts';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { chartColor, color, meaningColor } from '../../../ui/theme/tokens.ts';
import type { ShownTask } from '../task-key.ts';

type Day = History['days'][number];
type Outlier = History['outliers'][number];

const DAY_MS = 86_400_000;
const Facts = styled('p')({ fontSize: 13, lineHeight: '20px', color: color.text2 });
const Space = styled('div')({ display: 'flex', height: 236 });

/** The runs of a task in the last 30 days: its band and its outliers. */
export function TaskHistory({ tenantId, task }: { tenantId: number; task: ShownTask }) {
  const names = { environment: task.environment_name, group: task.group.name, task: task.taskName };
  const query = useQuery(queryOf(getCronHistory, { params: { id: tenantId }, query: names }));
  return (
    <QueryView
      query={query}
      errorTitle="The history of this task could not be loaded"
      loading={<LoadingPanel label="History" rows={6} rowHeight={40} plain />}
      empty={{
        when: ({ days }) => days.length === 0,
        show: <StatePanel title="No runs yet">Runs are counted from the reports, and kept for 30 days.</StatePanel>,
      }}
    >
      {(history) => (
        <>
          <Facts>{factsOf(history)}</Facts>
          <Chart history={history} />
          <LocalTable
            label="Unusual runs"
            columns={columns}
            rows={history.outliers}
            getRowId={({ at, seconds }) => `${at} ${seconds}`}
            defaultSort={NEWEST_FIRST}
            empty={
              <StatePanel title="No unusual runs">No run failed, died, or took unusually long or short.</StatePanel>
            }
          />
        </>
      )}
    </QueryView>
  );
}

function factsOf({ band, days }: History): string {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
  const runs = [
    `${countText(
      sum(({ ended }) => ended),
      'run',
    )} succeeded`,
    `${sum(({ failed }) => failed)} failed`,
    `${sum(({ dead }) => dead)} died`,
  ].join(', ');
  const usual = band
    ? `Usually ${spanText(band.low, band.high)}`
    : `The usual duration is known after ${BAND_RUNS} runs`;
  return `${usual}. In ${BAND_DAYS} days ${runs}.`;
}

const NEWEST_FIRST = { column: 'at', direction: 'desc' } as const;
const columns: readonly Column<Outlier>[] = [
  {
    id: 'at',
    header: 'Ended',
    narrowWidth: 170,
    sortValue: ({ at }) => Date.parse(at),
    text: ({ at }) => at,
    cell: ({ at }) => <ExactTime at={at} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 130,
    sortValue: ({ status }) => status,
    text: ({ status }) => LOG_STATUS[status].text,
    cell: ({ status }) => (
      <StatusChip meaning={LOG_STATUS[status].meaning} variant="quiet">
        {LOG_STATUS[status].text}
      </StatusChip>
    ),
  },
  {
    id: 'duration',
    header: 'Duration',
    width: 130,
    align: 'right',
    sortValue: ({ seconds }) => seconds,
    cell: ({ seconds }) => durationText(seconds),
  },
];

const WIDTH = 1000;
const OUTLIER = {
  task_end: meaningColor.warn.main,
  task_fail: meaningColor.bad.main,
  task_dead: color.orange,
} as const;

/** The band of each day with its median, and each unusual run as a dot. */
function Chart({ history: { days, outliers } }: { history: History }) {
  const last = Date.parse(days.at(-1)?.day ?? '');
  const dates = Array.from({ length: BAND_DAYS }, (_, back) =>
    new Date(last - (BAND_DAYS - 1 - back) * DAY_MS).toISOString().slice(0, 10),
  );
  const byDay = new Map(days.map((day) => [day.day, day]));
  const longest = Math.max(...days.map(({ high }) => high ?? 0), ...outliers.map(({ seconds }) => seconds));
  // Short runs in milliseconds, so that the scale has steps.
  const unit = longest < 10 ? 1000 : 1;
  const steps = axisSteps(longest * unit);
  const top = steps.at(-1) ?? 1;
  const slot = WIDTH / BAND_DAYS;
  const yOf = (seconds: number): number => 100 - ((seconds * unit) / top) * 100;
  return (
    <Space>
      <ChartFrame
        label="Durations by day"
        readings={dates.map((date) => ({
          label: utcDateText(new Date(date)),
          // Without the year.
          short: utcDateText(new Date(date)).slice(0, -5),
          value: byDay.get(date)?.median ?? null,
          text: dayText(byDay.get(date)),
        }))}
        placeOf={(index) => (index + 0.5) / BAND_DAYS}
        steps={steps}
        stepText={(step) => (step === 0 ? '0' : durationText(step / unit))}
        headers={['Day', 'Durations']}
      >
        {() => (
          <svg viewBox={`0 0 ${WIDTH} 100`} preserveAspectRatio="none" aria-hidden>
            {dates.map((date, index) => (
              <DayBand key={date} day={byDay.get(date)} x={index * slot} width={slot} yOf={yOf} />
            ))}
            {outliers.map(({ at, seconds, status }) => {
              const share = (Date.parse(at) - Date.parse(dates[0] ?? '')) / (BAND_DAYS * DAY_MS);
              return share < 0 ? null : (
                <path
                  key={`${at} ${seconds}`}
                  d={`M${(share * WIDTH).toFixed(1)} ${yOf(seconds).toFixed(1)}h0.01`}
                  stroke={OUTLIER[status]}
                  strokeWidth="6"
                  strokeLinecap="round"
                  vectorEffect="non-scaling-stroke"
                />
              );
            })}
          </svg>
        )}
      </ChartFrame>
    </Space>
  );
}

interface DayBandProps {
  day: Day | undefined;
  x: number;
  width: number;
  yOf: (seconds: number) => number;
}

function DayBand({ day, x, width, yOf }: DayBandProps) {
  if (!day || day.low === null || day.median === null || day.high === null) return null;
  const [from, to] = [x + width * 0.08, x + width * 0.92];
  // A day on which all runs took equally long must still show a band.
  const height = Math.max(1, yOf(day.low) - yOf(day.high));
  return (
    <>
      <rect x={from} width={to - from} y={yOf(day.high)} height={height} fill={chartColor[0]} opacity={0.35} />
      <path
        d={`M${from} ${yOf(day.median)}H${to}`}
        stroke={chartColor[0]}
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}

function dayText(day: Day | undefined): string {
  if (!day) return 'No runs';
  const failed = day.failed + day.dead > 0 ? `, ${day.failed} failed, ${day.dead} died` : '';
  if (day.low === null || day.high === null) return `None succeeded${failed}`;
  return `${countText(day.ended, 'run')}, ${spanText(day.low, day.high)}${failed}`;
}
