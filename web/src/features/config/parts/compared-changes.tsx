import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ChangeEntries } from './change-entries.tsx';
import { Quiet, Stack } from './layout.ts';
import { ReadError } from '../../../ui/read-error.tsx';
import type { Comparison } from './use-comparison.ts';

interface ComparedChangesProps {
  comparison: Comparison;
  /** Within a dialog, which must keep its buttons in sight. */
  scrolls?: boolean;
  /** What to say when nothing differs. */
  children: ReactNode;
}

/** What differs between two revisions, setting by setting. */
export function ComparedChanges({ comparison: { query, entries }, scrolls = false, children }: ComparedChangesProps) {
  if (query.error && !entries) {
    return (
      <ReadError
        title="The changes could not be read"
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!entries) return <Skeleton height={120} />;
  if (entries.length === 0) return <Quiet>{children}</Quiet>;
  const all = <ChangeEntries entries={entries} />;
  if (!scrolls) return <Stack gap={16}>{all}</Stack>;
  return (
    <Stack gap={16} role="region" aria-label="Changes" tabIndex={0} style={{ maxHeight: '44vh', overflowY: 'auto' }}>
      {all}
    </Stack>
  );
}
