import type { CallResponse } from '@mission-control/contract/call';
import { listTenants } from '@mission-control/contract/tenants/calls';
import { mergeTenants } from '@mission-control/contract/tenants/rules';
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { api, firstRowsReadEarly } from '../../lib/api/api.ts';
import { missedCount, queryOf } from '../../lib/api/query.ts';

/** The first rows of the list, by name, while the rest of it is read for the first time. */
export const firstTenantsQuery = queryOptions<CallResponse<typeof listTenants>>({
  queryKey: [listTenants.name, 'first'],
  queryFn: skipToken,
  initialData: () => firstRowsReadEarly(listTenants),
});

/** The `missedCount` when the list was read; once it has changed, the list cannot be updated from its version. */
const missedAtRead = new WeakMap<QueryClient, number>();

/** The list, updated by what has changed since (0105). */
export const tenantsQuery = queryOptions({
  ...queryOf(listTenants, { query: {} }),
  queryFn: async ({ client, signal, queryKey }) => {
    const first = firstTenantsQuery.queryKey;
    const known = client.getQueryData<CallResponse<typeof listTenants>>(queryKey);
    const missed = missedCount(client);
    const since = missedAtRead.get(client) === missed ? known?.version : undefined;
    const onFirstRows = known
      ? undefined
      : (part: CallResponse<typeof listTenants>) => client.setQueryData(first, part);
    const answer = await api.send(listTenants, { query: { since } }, { signal, onFirstRows });
    client.removeQueries({ queryKey: first });
    missedAtRead.set(client, missed);
    return known ? mergeTenants(known, answer) : answer;
  },
});
