import type { CallResponse } from '@mission-control/contract/call';
import { listTenants } from '@mission-control/contract/tenants/calls';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { api, firstRowsReadEarly } from '../../lib/api/api.ts';
import { queryOf } from '../../lib/api/query.ts';

/** The first rows of the list, by name, while the rest of it is read for the first time. */
export const firstTenantsQuery = queryOptions<CallResponse<typeof listTenants>>({
  queryKey: [listTenants.name, 'first'],
  queryFn: skipToken,
  initialData: () => firstRowsReadEarly(listTenants),
});

export const tenantsQuery = queryOptions({
  ...queryOf(listTenants, {}),
  queryFn: async ({ client, signal, queryKey }) => {
    const first = firstTenantsQuery.queryKey;
    const isKnown = client.getQueryData(queryKey) !== undefined;
    const onFirstRows = isKnown
      ? undefined
      : (part: CallResponse<typeof listTenants>) => client.setQueryData(first, part);
    const answer = await api.send(listTenants, {}, { signal, onFirstRows });
    client.removeQueries({ queryKey: first });
    return answer;
  },
});
