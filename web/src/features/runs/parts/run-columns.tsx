import type { RunRow } from '@mission-control/contract/runs/schema';
import { Link } from '../../../ui/link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table-column.ts';
import { RunDuration } from './run-duration.tsx';
import { KIND_WORDS, OUTCOMES } from '../run-words.ts';

/** Who ran what, when, how long, and how it ended. */
export const runColumns: readonly Column<RunRow>[] = [
  {
    id: 'id',
    header: 'Run',
    width: 84,
    sticky: true,
    strong: true,
    cell: (run) => <Link href={`/runs/${run.id}`}>{run.id}</Link>,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 126,
    cell: (run) => (
      <StatusChip meaning={OUTCOMES[run.outcome].meaning} variant="quiet" title={run.error ?? undefined}>
        {OUTCOMES[run.outcome].word}
      </StatusChip>
    ),
  },
  { id: 'kind', header: 'Kind', width: 128, cell: (run) => KIND_WORDS[run.kind] },
  { id: 'subject', header: 'Subject', cell: (run) => <span title={run.subject}>{run.subject}</span> },
  { id: 'by', header: 'Started by', width: 150, cell: (run) => run.started_by },
  { id: 'at', header: 'Started', width: 124, cell: (run) => <RelativeTime at={run.started_at} /> },
  { id: 'took', header: 'Took', width: 84, align: 'right', cell: (run) => <RunDuration run={run} /> },
];
