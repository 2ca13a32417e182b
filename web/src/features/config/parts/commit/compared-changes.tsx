import type { CallResponse } from '@mission-control/contract/call';
import type { compareRevisions } from '@mission-control/contract/config/calls';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '../../../../lib/query/query-page.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { comparisonQuery, type ConfigRef } from '../../queries.ts';
import { reviewEntry } from '../../state/review.ts';
import { ChangeEntries } from './change-entries.tsx';
import { Quiet, Stack } from '../editor/layout.ts';

const toEntries = ({ from, to, changes }: CallResponse<typeof compareRevisions>) => ({
  from,
  to,
  entries: changes.flatMap((change) => reviewEntry({ ...change, secret: false }) ?? []),
});

/** Differences between two revisions for display. */
export const useComparison = (target: ConfigRef, between: { from?: number; to?: number }) =>
  useQuery({ ...comparisonQuery(target, between), select: toEntries });

interface ComparedChangesProps {
  comparison: ReturnType<typeof useComparison>;
  /** In a dialog, whose buttons must stay in view. */
  scrolls?: boolean;
  /** Text when nothing differs. */
  children: ReactNode;
}

const SCROLLING = {
  role: 'region',
  'aria-label': 'Changes',
  tabIndex: 0,
  style: { maxHeight: '44vh', overflowY: 'auto' },
} as const;

/** Differences between two revisions, by setting. */
export function ComparedChanges({ comparison, scrolls = false, children }: ComparedChangesProps) {
  return (
    <QueryView
      query={comparison}
      errorTitle="The changes could not be loaded"
      loading={<Skeleton height={120} />}
      empty={{ when: ({ entries }) => entries.length === 0, show: <Quiet>{children}</Quiet> }}
    >
      {({ entries }) => (
        <Stack gap={16} {...(scrolls && SCROLLING)}>
          <ChangeEntries entries={entries} />
        </Stack>
      )}
    </QueryView>
  );
}
