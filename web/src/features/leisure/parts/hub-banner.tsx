import { mdiRefresh } from '@mdi/js';
import type { CallAnswer } from '@mission-control/contract/call';
import type { getLeisureHub } from '@mission-control/contract/leisure/calls';
import type { UseQueryResult } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';

/** What a person has to know of the hub before a login; nothing in the usual case. */
export function HubBanner({ hub }: { hub: UseQueryResult<CallAnswer<typeof getLeisureHub>> }) {
  const { data, error, isFetching, refetch } = hub;
  if (data && data.note !== '') return <Banner meaning="notice">{data.note}</Banner>;
  if (data?.hosts.length === 0)
    return (
      <Banner meaning="warn" title="A login can lead nowhere.">
        This installation allows no host of a hub yet: set LEISURE_HUB_HOSTS.
      </Banner>
    );
  if (data || !error) return null;
  return (
    <Banner
      meaning="bad"
      live
      title="The hosts that a login may lead to could not be read."
      action={
        <ActionButton icon={mdiRefresh} pending={isFetching} onClick={() => void refetch()}>
          Retry
        </ActionButton>
      }
    >
      {error.messages.join(' ')}
    </Banner>
  );
}
