import { listActiveBrandings } from '@mission-control/contract/branding/calls';
import { BRANDING_APP } from '@mission-control/contract/branding/limits';
import {
  ACTIVE_TENANTS_FAILED,
  INITIAL_LOAD_FAILED,
  NOTHING_TO_REGENERATE,
  REGENERATE_BRANCH_NEEDED,
} from '@mission-control/contract/branding/rules';
import { listBranches } from '@mission-control/contract/releases/calls';
import { findSequence } from '@mission-control/contract/runs/calls';
import type { SequenceRow } from '@mission-control/contract/runs/sequence';
import { selectTenants } from '@mission-control/contract/tenants/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { queryOf } from '../../lib/api/query.ts';
import { closeSequence } from '../../lib/run/run-sequence.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { regenerate, regeneration, stateOf, snackbar } from './regeneration.ts';
import type { BrandedTenant } from './state/regeneration.ts';

/** The branches, then the tenants [RGN-07]; the choice of the branch; the run, of this tab or as the server keeps it. */
export function useRegenerate() {
  const client = useQueryClient();
  const branches = useQuery(queryOf(listBranches, { query: { app: BRANDING_APP } }));
  const active = useQuery({ ...queryOf(listActiveBrandings, {}), enabled: branches.isFetched });
  const names = useQuery({ ...queryOf(selectTenants, {}), enabled: active.isSuccess });
  const kept = useQuery({
    ...queryOf(findSequence, { query: { kind: 'branding-generation' } }),
    enabled: active.isFetched,
  });
  const [chosen, setChosen] = useState('');
  const own = useSyncExternalStore(regeneration.subscribe, regeneration.state);
  useEffect(() => {
    if (branches.error) snackbar('error', INITIAL_LOAD_FAILED);
  }, [branches.error]);
  useEffect(() => {
    if (active.error) snackbar('error', ACTIVE_TENANTS_FAILED);
  }, [active.error]);
  const nameOf = new Map(names.data?.tenants.map(({ id, tenant_name }) => [id, tenant_name]));
  // An id stands for a tenant whose name is not known (C-041).
  const tenants = active.data?.tenants.map((id) => ({ id, name: nameOf.get(id) ?? String(id) }));
  const branch = branches.data?.branches.some(({ name }) => name === chosen) ? chosen : '';
  const begin = (list: readonly BrandedTenant[]) => {
    // In this order, and only now: the button stays enabled (C-109) [RGN-08, RGN-13, RGN-14].
    if (branch === '') snackbar('error', REGENERATE_BRANCH_NEEDED);
    else if (list.length === 0) snackbar('info', NOTHING_TO_REGENERATE);
    else regenerate(client, { tenants: list, branch }, null);
  };
  const sequence = own.branch === null ? openOf(kept.data?.sequence) : null;
  const close = useMutation({ mutationFn: closeSequence, onError: (error) => toastError(error) });
  const run = sequence === null ? { ...own, left: [] } : stateOf(sequence);
  return {
    branches,
    active,
    tenants,
    /** The page has nothing to show yet. */
    loading: branches.isLoading || active.isLoading || (names.isLoading && active.isSuccess),
    branch,
    choose: setChosen,
    run,
    /** A run that this tab did not start. */
    sequence,
    begin,
    /** Tries the failed ones again from the branch of the run. */
    retry: () => regenerate(client, { tenants: run.failed, branch: run.branch ?? '' }, null),
    goOn: () =>
      sequence !== null &&
      regenerate(client, { tenants: run.left, branch: run.branch ?? '', before: run }, sequence.key),
    leave: () => sequence !== null && close.mutate(sequence.key),
    leaving: close.isPending,
  };
}

/** A sequence that was given up is no longer shown. */
const openOf = (sequence: SequenceRow | null | undefined): SequenceRow | null =>
  sequence && sequence.closed_at === null ? sequence : null;

export type Regenerate = ReturnType<typeof useRegenerate>;
