import type { CronTroubleRow } from '@mission-control/contract/cron/schema';
import { TROUBLE_WORDS, troubleText } from '@mission-control/contract/cron/troubles';
import { isStale, STALE_TEXT } from '@mission-control/contract/reports/define-report';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { RelativeTime, timeColumn } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis, monoText } from '../../../ui/theme/tokens.ts';
import { fleetTaskKey } from '../task-key.ts';

const Two = styled('span')({
  display: 'block',
  minWidth: 0,
  padding: '6px 0',
  '& > a, & > code': { ...ellipsis, display: 'block' },
  '& > code, & > a > code': { ...monoText, fontSize: 12 },
  '& > small': { ...ellipsis, display: 'block', fontSize: 12, fontWeight: 400, color: color.text2 },
});

/** A task of the fleet with its group and a link to its log. */
export function TaskName({ row }: { row: Parameters<typeof fleetTaskKey>[0] & { id: number } }) {
  return (
    <Two>
      <Link href={pathTo('/tenant/$id/cron', { id: row.id }, { task: fleetTaskKey(row) })} title={row.task}>
        <code>{row.task}</code>
      </Link>
      <small>{row.group}</small>
    </Two>
  );
}

function Where({ row }: { row: CronTroubleRow }) {
  const now = useNow(60_000);
  return (
    <Two>
      <span>{row.environment_name}</span>
      {isStale(row.created, now) ? (
        <small title={STALE_TEXT}>
          reported <RelativeTime at={row.created} />
        </small>
      ) : null}
    </Two>
  );
}

/** The columns of the board; the server sorts. */
export const troubleColumns: readonly Column<CronTroubleRow>[] = [
  {
    id: 'what',
    header: 'Problem',
    width: 124,
    sortable: true,
    text: (row) => TROUBLE_WORDS[row.what].label,
    cell: (row) => (
      <StatusChip meaning={TROUBLE_WORDS[row.what].meaning} size="small">
        {TROUBLE_WORDS[row.what].label}
      </StatusChip>
    ),
  },
  {
    id: 'task',
    header: 'Task',
    width: 220,
    narrowWidth: 180,
    strong: true,
    sortable: true,
    text: (row) => row.task,
    cell: (row) => <TaskName row={row} />,
  },
  {
    id: 'tenant',
    header: 'Tenant',
    width: 210,
    text: (row) => row.tenant_name,
    narrowWidth: 170,
    sortable: true,
    cell: (row) => (
      <Link href={pathTo('/tenant/$id/cron', { id: row.id })} title={row.tenant_name}>
        {row.tenant_name}
      </Link>
    ),
  },
  {
    id: 'environment',
    header: 'Environment',
    width: 150,
    sortable: true,
    text: (row) => row.environment_name,
    cell: (row) => <Where row={row} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    narrowWidth: 320,
    wrap: true,
    cell: troubleText,
  },
  timeColumn({ id: 'since', header: 'Since', width: 120, sortable: true }, (row) => row.since, { sorts: false }),
];
