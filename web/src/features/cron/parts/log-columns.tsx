import { durationText, LOG_STATUS, logTime, cutMessage } from '@mission-control/contract/cron/rules';
import type { CronLog } from '@mission-control/contract/cron/schema';
import { useState } from 'react';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { monoText, color, radius } from '../../../ui/theme/tokens.ts';

const Text = styled('span')({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const More = styled('button')({
  marginLeft: 8,
  padding: '0 2px',
  border: 0,
  borderRadius: radius.small,
  background: 'none',
  color: color.accent,
  font: 'inherit',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  '&:hover': { textDecoration: 'underline' },
});

/** The message of a log entry, cut; all of it on demand [CRN-21]. */
function LogMessage({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = cutMessage(text);
  return (
    <>
      <Text>{whole ? text : cut}</Text>
      {cut === text ? null : (
        <More type="button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show all'}
        </More>
      )}
    </>
  );
}

const durationOf = (log: CronLog): number => log.e2e.task_duration_in_seconds;
const statusOf = (log: CronLog) => LOG_STATUS[log.context.status];

/** What the search of the log looks at: the uncut message among it. */
export const shownOfLog = (log: CronLog): string[] => [
  log.datetime,
  log.context.status,
  statusOf(log).text,
  durationText(durationOf(log)),
  log.message,
];

/** A log entry in columns [CRN-18]. */
export const logColumns: readonly Column<CronLog>[] = [
  {
    id: 'time',
    header: 'Time',
    width: 170,
    narrowWidth: 160,
    sortValue: (log) => Date.parse(log.datetime) || 0,
    cell: (log) => (
      <span style={{ ...monoText, fontSize: 12 }} title={log.datetime}>
        {logTime(log.datetime)}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 100,
    sortValue: (log) => log.context.status,
    cell: (log) => (
      <StatusChip meaning={statusOf(log).meaning} variant="quiet" title={log.context.status}>
        {statusOf(log).text}
      </StatusChip>
    ),
  },
  {
    id: 'duration',
    header: 'Duration',
    width: 100,
    align: 'right',
    sortValue: durationOf,
    cell: (log) => durationText(durationOf(log)),
  },
  { id: 'message', header: 'Message', narrowWidth: 320, wrap: true, cell: (log) => <LogMessage text={log.message} /> },
];
