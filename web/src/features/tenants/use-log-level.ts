import { LOG_LEVEL_FAILED } from '@mission-control/contract/log-level/rules';
import type { TenantLogLevel } from '@mission-control/contract/log-level/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/now.ts';
import { logLevelNow, returnAfter, serverClock, type WantedLevel } from './log-level-state.ts';
import { restoreLogLevel, setLogLevel, tenantQuery } from './queries.ts';

/** The log level of a tenant as it is this second, and what can be done about it. */
export function useLogLevel(id: number, read: TenantLogLevel) {
  const client = useQueryClient();
  const query = tenantQuery(id);
  const { dataUpdatedAt } = useQuery(query);
  const now = serverClock({ server: Date.parse(read.server_time), browser: dataUpdatedAt }, useNow(1000));
  const state = logLevelNow(read, now);
  const { queryKey } = query;
  useEffect(() => {
    // The server restores it by itself; what it says then is what counts.
    if (state.over) void client.invalidateQueries({ queryKey });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the same for the same tenant
  }, [client, id, state.over]);

  const handlers = {
    // In line with the other changes of the tenant: those after it need the version that it made.
    scope: { id: `tenant-${id}` },
    onSuccess: async ({ log_level, warning }: { log_level: TenantLogLevel; warning?: string | undefined }) => {
      client.setQueryData(queryKey, (kept) => kept && { tenant: { ...kept.tenant, log_level } });
      if (warning !== undefined) toast.warning(warning);
      await client.invalidateQueries({ queryKey });
    },
    onError: (error: Error) => {
      // A role that may not do this has been told so already.
      if (!(error instanceof ApiError && error.announced)) toast.error(LOG_LEVEL_FAILED, { detail: error.message });
    },
  };
  const set = useMutation({
    mutationFn: ({ level, minutes }: WantedLevel) => setLogLevel(id, { new: level, return: returnAfter(now, minutes) }),
    ...handlers,
  });
  const restore = useMutation({ mutationFn: () => restoreLogLevel(id), ...handlers });
  return { ...state, now, set, restore };
}
