import { listActiveBrandings, regenerateBranding } from '@mission-control/contract/branding/calls';
import { BRANDING_APP } from '@mission-control/contract/branding/limits';
import {
  ACTIVE_TENANTS_FAILED,
  ALL_REGENERATED,
  INITIAL_LOAD_FAILED,
  NOTHING_TO_REGENERATE,
  REGENERATE_BRANCH_NEEDED,
  regenerateFailed,
} from '@mission-control/contract/branding/rules';
import { listBranches } from '@mission-control/contract/releases/calls';
import { findSequence } from '@mission-control/contract/runs/calls';
import { itemsIn } from '@mission-control/contract/runs/rules';
import type { SequenceItem, SequenceRow } from '@mission-control/contract/runs/sequence';
import { selectTenants } from '@mission-control/contract/tenants/calls';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryOf } from '../../lib/api/query.ts';
import { closeSequence, driveSequence, isLost, runItem } from '../../lib/run/run-sequence.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import {
  createRegeneration,
  NOT_STARTED,
  type BrandedTenant,
  type RegenerationOrder,
  type RegenerationState,
} from './state/regeneration.ts';

/** Duration of a message of the tool [RGN-06]. */
const SNACKBAR_MS = 3000;

/** Shows a message on whatever page is open. */
const snackbar = (meaning: 'success' | 'info' | 'error', text: string): void =>
  toast[meaning](text, { stayMs: SNACKBAR_MS });

/** The run of this browser tab. */
const regeneration = createRegeneration();

/**
 * Regenerates one tenant after another, each by its documented call [RGN-09, RGN-19, RGN-20]; the server stores the progress.
 * @param sequence the one to continue; null starts a new one
 */
function regenerate(client: QueryClient, order: RegenerationOrder, sequence: string | null): void {
  const { tenants, branch } = order;
  const key = sequence ?? crypto.randomUUID();
  const items = tenants.map(({ id, name }) => ({ item: String(id), name: name.slice(0, 300) }));
  const begin = sequence ? null : { key, kind: 'branding-generation' as const, facts: { branch }, items };
  const body = { app: BRANDING_APP, branch } as const;
  void regeneration.run(order, {
    prepare: () => driveSequence(key, begin),
    generate: ({ id }) =>
      runItem(client, { sequence: key, item: String(id) }, regenerateBranding, { params: { tenant: id }, body }),
    reasonOf,
    isLost,
    onFailed: ({ name }) => snackbar('error', regenerateFailed(name)),
    onEnd: () => snackbar('success', ALL_REGENERATED),
    onBroken: (error) => toastError(error),
  });
}

const reasonOf = (error: unknown) =>
  error instanceof ApiError
    ? { reason: error.messages.join(' '), requestId: error.requestId }
    : { reason: 'Something went wrong in this page.', requestId: null };

const toTenant = ({ item, name }: SequenceItem): BrandedTenant => ({ id: Number(item), name });

/** A sequence without a run for longer has been left by its tab. */
const BETWEEN_RUNS_MS = 10_000;

/** Whether the sequence has been left. Measured by the server until its response, then here: the clocks may differ. */
function useIsLeft(sequence: SequenceRow | null): boolean {
  const [left, setLeft] = useState<SequenceRow | null>(null);
  const restMs = sequence === null ? 0 : BETWEEN_RUNS_MS - sequence.idle_ms;
  useEffect(() => {
    if (restMs <= 0) return;
    const timer = setTimeout(() => setLeft(sequence), restMs);
    return () => clearTimeout(timer);
  }, [sequence, restMs]);
  return restMs <= 0 || left === sequence;
}

/** State of a sequence that this tab does not run. */
function stateOf(sequence: SequenceRow, isLeft: boolean): RegenerationState & { left: readonly BrandedTenant[] } {
  const [current] = itemsIn(sequence, 'running');
  const failed = itemsIn(sequence, 'failed');
  const left = itemsIn(sequence, 'waiting').map(toTenant);
  return {
    ...NOT_STARTED,
    branch: sequence.facts.branch ?? '',
    // Between two runs the tab that processes them sends the next one.
    running: current !== undefined || (left.length > 0 && !isLeft),
    current: current ? toTenant(current) : null,
    done: itemsIn(sequence, 'succeeded', 'failed').length,
    total: sequence.items.length,
    failed: failed.map((item) => ({ ...toTenant(item), reason: item.error ?? '', requestId: null })),
    left,
  };
}

/** Branches, then tenants [RGN-07], the chosen branch, and the run of this tab or the server's stored sequence. */
export function useRegenerate() {
  const client = useQueryClient();
  const branches = useQuery(queryOf(listBranches, { query: { app: BRANDING_APP } }));
  const active = useQuery({ ...queryOf(listActiveBrandings, {}), enabled: branches.isFetched });
  const names = useQuery({ ...queryOf(selectTenants, {}), enabled: active.isSuccess });
  const kept = useQuery({
    ...queryOf(findSequence, { query: { kind: 'branding-generation' } }),
    enabled: active.isFetched,
    // `idle_ms` counts until the response: a cached one is too low.
    staleTime: 0,
  });
  const [chosen, setChosen] = useState('');
  const local = useSyncExternalStore(regeneration.subscribe, regeneration.state);
  // Each retry during an outage fails with a new error.
  useEffect(() => {
    if (branches.isError) snackbar('error', INITIAL_LOAD_FAILED);
  }, [branches.isError]);
  useEffect(() => {
    if (active.isError) snackbar('error', ACTIVE_TENANTS_FAILED);
  }, [active.isError]);
  const tenants = useMemo(() => {
    const nameOf = new Map(names.data?.tenants.map(({ id, tenant_name }) => [id, tenant_name]));
    // Tenants without a known name are shown by id (C-041).
    return active.data?.tenants.map((id) => ({ id, name: nameOf.get(id) ?? String(id) }));
  }, [active.data, names.data]);
  const branch = branches.data?.branches.some(({ name }) => name === chosen) ? chosen : '';
  const begin = (list: readonly BrandedTenant[]) => {
    // Checked here in this order, because the button stays enabled (C-109) [RGN-08, RGN-13, RGN-14].
    if (branch === '') snackbar('error', REGENERATE_BRANCH_NEEDED);
    else if (list.length === 0) snackbar('info', NOTHING_TO_REGENERATE);
    else regenerate(client, { tenants: list, branch }, null);
  };
  const sequence = local.branch === null ? openOf(kept.data?.sequence) : null;
  const isLeft = useIsLeft(sequence);
  const close = useMutation({ mutationFn: closeSequence, onError: (error) => toastError(error) });
  const run = sequence === null ? { ...local, left: [] } : stateOf(sequence, isLeft);
  return {
    branches,
    active,
    tenants,
    loading: branches.isLoading || active.isLoading || (names.isLoading && active.isSuccess),
    branch,
    choose: setChosen,
    run,
    /** The open sequence that this tab did not start. */
    sequence,
    begin,
    /** Retries the failed tenants from the branch of the run. */
    retry: () => regenerate(client, { tenants: run.failed, branch: run.branch ?? '' }, null),
    resume: () =>
      sequence !== null &&
      regenerate(client, { tenants: run.left, branch: run.branch ?? '', before: run }, sequence.key),
    discard: () => sequence !== null && close.mutate(sequence.key),
    discarding: close.isPending,
  };
}

const openOf = (sequence: SequenceRow | null | undefined): SequenceRow | null =>
  sequence && sequence.closed_at === null ? sequence : null;

export type Regenerate = ReturnType<typeof useRegenerate>;
