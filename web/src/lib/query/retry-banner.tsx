import { mdiRefresh } from '@mdi/js';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import type { QueryState } from './query-page.tsx';

interface RetryBannerProps {
  query: QueryState<unknown>;
  /** What could not be loaded, as a sentence. */
  title: string;
}

/** Reports that a part of a page could not be loaded, such as the choices of a field; nothing while there is data. */
export function RetryBanner({ query: { data, error, isFetching, refetch }, title }: RetryBannerProps) {
  if (error === null || data !== undefined) return null;
  return (
    <Banner
      live
      meaning="bad"
      title={title}
      action={
        <ActionButton size="small" icon={mdiRefresh} pending={isFetching} onClick={() => void refetch()}>
          Retry
        </ActionButton>
      }
    >
      {error.messages.join(' ')}
    </Banner>
  );
}
