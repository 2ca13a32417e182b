import type { ConfigState } from '@mission-control/contract/config/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { revisionsQuery, type ConfigRef } from '../queries.ts';
import { changesSince } from '../state/history.ts';

/** The settings that Commit would change on the servers; empty until known, and when the servers never had a file. */
export function useWaitingKeys(target: ConfigRef, state: ConfigState): ReadonlySet<string> {
  const { committed_revision: since } = state;
  const { data } = useQuery({ ...revisionsQuery(target), enabled: since !== null && state.changes_waiting > 0 });
  return useMemo(() => {
    const changes = since === null ? [] : changesSince(data?.revisions ?? [], since);
    return new Set(changes.map((change) => change.key));
  }, [data, since]);
}
