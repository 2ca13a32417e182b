import { applyInventory, planInventory } from '@mission-control/contract/inventory/calls';
import { INVENTORY_FILE_BYTES, inventoryApplied, inventoryFailed } from '@mission-control/contract/inventory/plan';
import type { ChosenEntry, InventoryFault, InventoryPlan } from '@mission-control/contract/inventory/plan-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { useToolRun } from '../../lib/run/use-run-of-click.ts';
import { visibleText } from '../../ui/display/visible-text.ts';

/** How far an import is, apart from its run. */
export type ImportPhase =
  | { is: 'start' }
  | { is: 'reading'; file: File }
  /** Too large to be sent. */
  | { is: 'too-large'; file: File }
  | { is: 'faulty'; file: File; faults: readonly InventoryFault[]; count: number }
  | { is: 'failed'; file: File; error: ApiError }
  | { is: 'planned'; file: File; plan: InventoryPlan };

/** The file, its plan and the run that applies it; the run is in the address. */
export function useImport() {
  const [tooLarge, setTooLarge] = useState<File | null>(null);
  const plan = useMutation<InventoryPlan, ApiError, File>({
    mutationFn: (file) => api.send(planInventory, { body: { file } }),
  });
  const apply = useToolRun({
    start: ({ file, entries }: { file: File; entries: readonly ChosenEntry[] }, key) =>
      api.start(applyInventory, { body: { file, entries: JSON.stringify(entries) } }, key),
    success: ({ file }) => inventoryApplied(file.name),
    failure: (reason) => inventoryFailed(plan.variables?.name ?? '', reason),
  });
  const read = (chosen: File): void => {
    const name = visibleText(chosen.name);
    const file = name === chosen.name ? chosen : new File([chosen], name);
    apply.write({ click: undefined });
    apply.mutation.reset();
    plan.reset();
    setTooLarge(file.size > INVENTORY_FILE_BYTES ? file : null);
    if (file.size <= INVENTORY_FILE_BYTES) plan.mutate(file);
  };
  const reset = (): void => {
    apply.write({ click: undefined });
    apply.mutation.reset();
    plan.reset();
    setTooLarge(null);
  };
  return {
    phase: tooLarge ? ({ is: 'too-large', file: tooLarge } as const) : phaseOf(plan),
    read,
    reset,
    apply: (entries: readonly ChosenEntry[]) => {
      const file = plan.variables;
      if (file) apply.mutation.mutate({ file, entries });
    },
    applying: apply.pending,
    /** Id of the run in the address. */
    run: apply.run,
    /** A run is in the address, found or not yet. */
    hasClick: apply.url.click !== undefined,
    /** Why no run was started. */
    refusal: apply.run === null ? apply.mutation.error : null,
  };
}

function phaseOf(plan: {
  isPending: boolean;
  variables: File | undefined;
  data: InventoryPlan | undefined;
  error: ApiError | null;
}): ImportPhase {
  const { variables: file, data, error } = plan;
  if (file === undefined) return { is: 'start' };
  if (data) return { is: 'planned', file, plan: data };
  if (!error) return { is: 'reading', file };
  const details = error.details;
  if (typeof details !== 'object' || details === null || !('faults' in details)) return { is: 'failed', file, error };
  const { faults, fault_count: count } = details as { faults: InventoryFault[]; fault_count: number };
  return { is: 'faulty', file, faults, count };
}
