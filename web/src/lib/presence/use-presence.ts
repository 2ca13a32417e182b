import { endPresence, getPresence, setPresence, type PresentPerson } from '@mission-control/contract/presence/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/api.ts';
import { queryOf } from '../api/query.ts';
import { TAB, useLiveStatus } from '../live/live.ts';

const NOBODY: readonly PresentPerson[] = [];

/** Announces that this tab has the page open or edits it, and returns who else does. */
export function usePresence(page: string, editing: boolean): readonly PresentPerson[] {
  const isLive = useLiveStatus() === 'live';
  useEffect(() => {
    // Repeated after each reconnect: presence lasts as long as the live connection.
    if (isLive) void api.send(setPresence, { params: { page }, body: { tab: TAB, editing } }).catch(() => undefined);
  }, [page, editing, isLive]);
  useEffect(() => {
    const end = () =>
      void api.send(endPresence, { params: { page }, query: { tab: TAB } }, { keepalive: true }).catch(() => undefined);
    window.addEventListener('pagehide', end);
    return () => {
      window.removeEventListener('pagehide', end);
      end();
    };
  }, [page]);
  const query = useQuery({ ...queryOf(getPresence, { params: { page }, query: { tab: TAB } }), staleTime: 0 });
  return query.data?.people ?? NOBODY;
}
