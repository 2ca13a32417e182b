import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { comparisonQuery, type ConfigRef } from '../queries.ts';
import { reviewEntry, type ReviewEntry } from '../state/review.ts';

/** What differs between two revisions, as it is shown; undefined until it is known. */
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

export type Comparison = ReturnType<typeof useComparison>;
