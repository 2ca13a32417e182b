import type { ConfigState } from '@mission-control/contract/config/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { comparisonQuery, type ConfigRef } from '../queries.ts';

/** The settings that Commit would change on the servers; empty until known, and when the servers never had a file. */
export function useWaitingKeys(target: ConfigRef, state: ConfigState): ReadonlySet<string> {
  const { committed_revision: since, revision } = state;
  const { data } = useQuery({
    ...comparisonQuery(target, { from: since ?? 0, to: revision }),
    enabled: since !== null && state.changes_waiting > 0,
  });
  return useMemo(() => new Set(data?.changes.map((change) => change.key)), [data]);
}
