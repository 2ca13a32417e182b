import type { ConfigState } from '@mission-control/contract/config/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { revisionsQuery, type ConfigRef } from '../queries.ts';
import { changesSince, reachesBack } from '../state/history.ts';
import { reviewEntry } from '../state/review.ts';

/** What a commit would change on the servers; `known` is false when the revisions do not reach back to what they run. */
export function useCommitChanges(target: ConfigRef, state: ConfigState) {
  const history = useQuery(revisionsQuery(target));
  const { data } = history;
  const since = state.committed_revision ?? 0;
  const entries = useMemo(() => {
    const changes = changesSince(data?.revisions ?? [], since);
    return changes.flatMap((change) => reviewEntry({ ...change, secret: false }) ?? []);
  }, [data, since]);
  return { history, since, entries, known: data !== undefined && reachesBack(data.revisions, since) };
}
