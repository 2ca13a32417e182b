import {
  ACTIVE_TENANTS_FAILED,
  ALL_REGENERATED,
  INITIAL_LOAD_FAILED,
  NOTHING_TO_REGENERATE,
  REGENERATE_BRANCH_NEEDED,
  regenerateFailed,
} from '@mission-control/contract/branding/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { activeTenantsQuery, branchesQuery, tenantNamesQuery } from './queries.ts';
import { regeneration } from './regeneration.ts';
import type { BrandedTenant } from './state/regeneration.ts';
import { useSnackbars } from './use-snackbars.ts';

/** The branches, then the tenants [RGN-07]; the choice of the branch; the run. */
export function useRegenerate() {
  const branches = useQuery(branchesQuery);
  const active = useQuery({ ...activeTenantsQuery, enabled: branches.isFetched });
  const names = useQuery({ ...tenantNamesQuery, enabled: active.isSuccess });
  const [chosen, setChosen] = useState('');
  const { shown, say, close } = useSnackbars();
  const run = useSyncExternalStore(regeneration.subscribe, regeneration.state);
  const tellFailure = useEffectEvent((text: string) => say('bad', text));
  useEffect(() => {
    if (branches.error) tellFailure(INITIAL_LOAD_FAILED);
  }, [branches.error]);
  useEffect(() => {
    if (active.error) tellFailure(ACTIVE_TENANTS_FAILED);
  }, [active.error]);
  const nameOf = new Map(names.data?.tenants.map(({ id, tenant_name }) => [id, tenant_name]));
  // An id stands for a tenant whose name is not known (C-041).
  const tenants = active.data?.tenants.map((id) => ({ id, name: nameOf.get(id) ?? String(id) }));
  const branch = branches.data?.branches.some(({ name }) => name === chosen) ? chosen : '';
  const begin = (list: readonly BrandedTenant[]) => {
    // In this order, and only now: the button stays enabled (C-109) [RGN-08, RGN-13, RGN-14].
    if (branch === '') say('bad', REGENERATE_BRANCH_NEEDED);
    else if (list.length === 0) say('notice', NOTHING_TO_REGENERATE);
    else
      void regeneration.run(list, branch, {
        onFailed: ({ name }) => say('bad', regenerateFailed(name)),
        onEnd: () => say('good', ALL_REGENERATED),
      });
  };
  return {
    branches,
    active,
    tenants,
    /** The page has nothing to show yet. */
    loading: branches.isLoading || active.isLoading || (names.isLoading && active.isSuccess),
    branch,
    choose: setChosen,
    run,
    begin,
    snackbars: { shown, onClose: close },
  };
}

export type Regenerate = ReturnType<typeof useRegenerate>;
