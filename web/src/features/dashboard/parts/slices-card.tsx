import { mdiRefresh } from '@mdi/js';
import { foldSlices, shareOf, shareText } from '@mission-control/contract/dashboard/rules';
import type { Slice } from '@mission-control/contract/dashboard/schema';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ChartCard } from '../../../ui/chart/chart-card.tsx';
import type { ChartPart } from '../../../ui/chart/donut-chart.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';

/** Data of a chart: at most `maxParts` parts with their shares of the sum. */
function chartParts(slices: readonly Slice[], maxParts: number): ChartPart[] {
  const whole = slices.reduce((sum, { value }) => sum + value, 0);
  return foldSlices(slices, maxParts).map((slice) => ({ ...slice, share: shareText(shareOf(slice.value, whole)) }));
}

interface SlicesCardProps {
  title: string;
  /** Name of the labels: 'Age'. */
  head: string;
  /** Undefined while they are read. */
  slices: readonly Slice[] | undefined;
  /** The query of the slices, for a retry; omitted where its error is shown elsewhere. */
  query?: Pick<UseQueryResult<unknown, ApiError>, 'error' | 'isFetching' | 'refetch'>;
  /** Maximum number of parts. */
  maxParts: number;
  children: (parts: readonly ChartPart[]) => ReactNode;
}

const Failed = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 12,
  textAlign: 'center',
  fontSize: 13,
  overflowWrap: 'anywhere',
});

/** A chart of members by label, or the reason why it is unavailable. */
export function SlicesCard({ title, head, slices, query, maxParts, children }: SlicesCardProps) {
  const instead = slices ? null : query?.error ? (
    <Failed role="alert">
      <p>{query.error.messages.join(' ')}</p>
      <ActionButton icon={mdiRefresh} pending={query.isFetching} onClick={() => void query.refetch()}>
        Retry
      </ActionButton>
    </Failed>
  ) : (
    <Skeleton height={168} aria-hidden />
  );
  return (
    <ChartCard
      title={title}
      headers={[head, 'Members']}
      parts={slices && chartParts(slices, maxParts)}
      emptyText="No members reported."
      instead={instead}
    >
      {children}
    </ChartCard>
  );
}
