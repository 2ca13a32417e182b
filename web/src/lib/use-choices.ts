import { listEnvironmentsFast } from '@mission-control/contract/environments/calls';
import { selectTenants } from '@mission-control/contract/tenants/calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from './api/query.ts';
import { choicesOf } from './tenant-matches.ts';

/** All tenants to choose from, and the query that reads them. */
export function useTenantChoices() {
  const query = useQuery(queryOf(selectTenants, {}));
  const { data } = query;
  return { query, choices: useMemo(() => choicesOf(data?.tenants ?? []), [data]) };
}

/** All environments to choose from, and the query that reads them. */
export function useEnvironmentChoices() {
  const query = useQuery(queryOf(listEnvironmentsFast, {}));
  const { data } = query;
  const choices = useMemo(
    () =>
      choicesOf((data?.environments ?? []).map(({ _id: id, environment_name: tenant_name }) => ({ id, tenant_name }))),
    [data],
  );
  return { query, choices };
}
