import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { ReviewEntry } from '../state/review.ts';
import { ChangeEntry } from './change-entry.tsx';
import { Quiet, Stack } from './layout.ts';
import { PartError } from './part-error.tsx';

interface CommitChangesProps {
  history: UseQueryResult<unknown>;
  /** False when the list of revisions does not reach back to what the servers run. */
  known: boolean;
  entries: readonly ReviewEntry[];
  /** The revision the servers run; 0 = none. */
  since: number;
}

/** What differs between the servers' revision and the saved one, setting by setting. */
export function CommitChanges({ history, known, entries, since }: CommitChangesProps) {
  if (history.isPending) return <Skeleton height={120} />;
  if (history.error)
    return <PartError what="The changes" error={history.error} onRetry={() => void history.refetch()} />;
  if (!known)
    return (
      <Quiet>The servers run revision {since}, which is older than the list of revisions. See the file instead.</Quiet>
    );
  if (entries.length === 0) {
    return (
      <Quiet>
        No setting differs. Commit writes the file again, for instance over one that was changed on a server.
      </Quiet>
    );
  }
  return (
    <Stack gap={16} role="region" aria-label="Changes" tabIndex={0} style={{ maxHeight: '44vh', overflowY: 'auto' }}>
      {entries.map((entry) => (
        <ChangeEntry key={entry.key} entry={entry} />
      ))}
    </Stack>
  );
}
