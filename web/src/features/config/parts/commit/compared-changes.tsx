import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { ReadError } from '../../../../ui/layout/read-error.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { comparisonQuery, type ConfigRef } from '../../queries.ts';
import { reviewEntry, type ReviewEntry } from '../../state/review.ts';
import { ChangeEntries } from './change-entries.tsx';
import { Quiet, Stack } from '../editor/layout.ts';

/** Differences between two revisions for display; undefined until loaded. */
export function useComparison(target: ConfigRef, between: { from?: number; to?: number }) {
  const query = useQuery(comparisonQuery(target, between));
  const { data } = query;
  const entries = useMemo(
    (): readonly ReviewEntry[] | undefined =>
      data?.changes.flatMap((change) => reviewEntry({ ...change, secret: false }) ?? []),
    [data],
  );
  return { query, entries };
}

type Comparison = ReturnType<typeof useComparison>;

interface ComparedChangesProps {
  comparison: Comparison;
  /** In a dialog, whose buttons must stay in view. */
  scrolls?: boolean;
  /** Text when nothing differs. */
  children: ReactNode;
}

/** Differences between two revisions, by setting. */
export function ComparedChanges({ comparison: { query, entries }, scrolls = false, children }: ComparedChangesProps) {
  if (query.error && !entries) {
    return (
      <ReadError
        title="The changes could not be loaded"
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
