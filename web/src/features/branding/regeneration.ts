import { regenerateBranding } from '@mission-control/contract/branding/calls';
import { BRANDING_APP } from '@mission-control/contract/branding/limits';
import { ALL_REGENERATED, regenerateFailed } from '@mission-control/contract/branding/rules';
import { itemsIn } from '@mission-control/contract/runs/rules';
import type { SequenceItem, SequenceRow } from '@mission-control/contract/runs/sequence';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { driveSequence, isLost, runItem } from '../../lib/run/run-sequence.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import {
  createRegeneration,
  NOT_STARTED,
  type BrandedTenant,
  type RegenerationOrder,
  type RegenerationState,
} from './state/regeneration.ts';

/** How long a message of the tool stays [RGN-06]. */
const SNACKBAR_MS = 3000;

/** A message of the tool, which reaches the person on whatever page. */
export const snackbar = (meaning: 'success' | 'info' | 'error', text: string): void =>
  toast[meaning](text, { stayMs: SNACKBAR_MS });

/** The run of this tab. */
export const regeneration = createRegeneration();

/**
 * Regenerates one tenant after the other, each by its documented call [RGN-09, RGN-19, RGN-20]; how far it is, is kept on the server.
 * @param sequence the one to go on with; null begins a new one
 */
export function regenerate(client: QueryClient, order: RegenerationOrder, sequence: string | null): void {
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

/** What a sequence of the server looks like on the page, when no run of this tab is behind it. */
export function stateOf(sequence: SequenceRow): RegenerationState & { left: readonly BrandedTenant[] } {
  const [current] = itemsIn(sequence, 'running');
  const failed = itemsIn(sequence, 'failed');
  return {
    ...NOT_STARTED,
    branch: sequence.facts.branch ?? '',
    running: current !== undefined,
    current: current ? toTenant(current) : null,
    done: itemsIn(sequence, 'succeeded', 'failed').length,
    total: sequence.items.length,
    failed: failed.map((item) => ({ ...toTenant(item), reason: item.error ?? '', requestId: null })),
    left: itemsIn(sequence, 'waiting').map(toTenant),
  };
}
