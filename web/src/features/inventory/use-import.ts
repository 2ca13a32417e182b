import { applyInventory, planInventory } from '@mission-control/contract/inventory/calls';
import { INVENTORY_FILE_BYTES, inventoryApplied, inventoryFailed } from '@mission-control/contract/inventory/plan';
import type { ChosenEntry, InventoryPlan } from '@mission-control/contract/inventory/plan-schema';
import { api } from '../../lib/api/api.ts';
import { usePlannedFile, type PlannedFile } from '../../lib/query/use-planned-file.ts';
import { useToolRun } from '../../lib/run/use-run-of-click.ts';

/** Phase of an import, apart from its run. */
export type ImportPhase = PlannedFile<InventoryPlan>;

/** The file, its plan and the run that applies it; the run is in the address. */
export function useImport() {
  const planned = usePlannedFile<InventoryPlan>(INVENTORY_FILE_BYTES, (file) =>
    api.send(planInventory, { body: { file } }),
  );
  const apply = useToolRun({
    start: ({ file, entries }: { file: File; entries: readonly ChosenEntry[] }, key) =>
      api.start(applyInventory, { body: { file, entries: JSON.stringify(entries) } }, key),
    success: ({ file }) => inventoryApplied(file.name),
    failure: (reason) => inventoryFailed(planned.file?.name ?? '', reason),
  });
  const leaveRun = (): void => {
    apply.write({ click: undefined });
    apply.mutation.reset();
  };
  return {
    phase: planned.phase,
    read: (file: File) => {
      leaveRun();
      planned.read(file);
    },
    reset: () => {
      leaveRun();
      planned.reset();
    },
    apply: (entries: readonly ChosenEntry[]) => {
      const { file } = planned;
      if (file) apply.mutation.mutate({ file, entries });
    },
    applying: apply.pending,
    /** Id of the run in the address. */
    run: apply.run,
    /** The address names a run, loaded or not. */
    hasClick: apply.url.click !== undefined,
    /** Why no run was started. */
    refusal: apply.run === null ? apply.mutation.error : null,
  };
}
