import { mdiRefresh } from '@mdi/js';
import type { UseQueryResult } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';

/** A list to choose from, as far as it has been read. */
export type ListRead = Pick<UseQueryResult, 'data' | 'error' | 'isLoading' | 'isFetching' | 'refetch'>;

/** Choices are missing; what is saved can be seen, and the domains changed, all the same. */
export function ReadError({ reads }: { reads: readonly ListRead[] }) {
  const failed = reads.filter(({ data, error }) => error && !data);
  const [first] = failed;
  if (!first?.error) return null;
  return (
    <Banner
      meaning="bad"
      live
      title="The choices could not be read."
      action={
        <ActionButton
          size="small"
          icon={mdiRefresh}
          pending={failed.some(({ isFetching }) => isFetching)}
          onClick={() => {
            for (const { refetch } of failed) void refetch();
          }}
        >
          Retry
        </ActionButton>
      }
    >
      {first.error.message}
    </Banner>
  );
}
