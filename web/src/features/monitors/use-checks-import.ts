import { importChecks, planChecks } from '@mission-control/contract/monitors/import/calls';
import { CHECKS_LIST_BYTES } from '@mission-control/contract/monitors/rules';
import type { ChecksPlan } from '@mission-control/contract/monitors/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import type { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { useChange } from '../../lib/api/use-change.ts';
import type { FaultList } from '../../ui/display/fault-list.tsx';
import { visibleText } from '../../ui/display/visible-text.ts';

type Faults = Pick<ComponentProps<typeof FaultList>, 'faults' | 'count'>;

/** How far an import of a list of checks is. */
export type ChecksImportPhase =
  | { is: 'start' }
  | { is: 'reading'; file: File }
  /** Too large to be sent. */
  | { is: 'too-large'; file: File }
  | ({ is: 'faulty'; file: File } & Faults)
  | { is: 'failed'; file: File; error: ApiError }
  | { is: 'planned'; file: File; plan: ChecksPlan };

/** A list, what it would change, and the save. @param onSaved with the number of monitors */
export function useChecksImport(onSaved: (changed: number) => void) {
  const [tooLarge, setTooLarge] = useState<File | null>(null);
  const plan = useMutation<ChecksPlan, ApiError, File>({
    mutationFn: (file) => api.send(planChecks, { body: { file } }),
  });
  const save = useChange([TOPIC.monitors], importChecks, null, ({ changed }) => onSaved(changed));
  const read = (chosen: File): void => {
    const name = visibleText(chosen.name);
    const file = name === chosen.name ? chosen : new File([chosen], name);
    plan.reset();
    const isTooLarge = file.size > CHECKS_LIST_BYTES;
    setTooLarge(isTooLarge ? file : null);
    if (!isTooLarge) plan.mutate(file);
  };
  return {
    phase: tooLarge ? ({ is: 'too-large', file: tooLarge } as const) : phaseOf(plan),
    read,
    reset: () => {
      plan.reset();
      setTooLarge(null);
    },
    save: (file: File, fingerprint: string) =>
      save.mutate(
        { body: { file, fingerprint } },
        { onError: ({ code }) => (code === 'conflict' ? read(file) : undefined) },
      ),
    saving: save.isPending,
  };
}

function phaseOf(plan: {
  variables: File | undefined;
  data: ChecksPlan | undefined;
  error: ApiError | null;
}): ChecksImportPhase {
  const { variables: file, data, error } = plan;
  if (file === undefined) return { is: 'start' };
  if (data) return { is: 'planned', file, plan: data };
  if (!error) return { is: 'reading', file };
  const details = error.details;
  if (typeof details !== 'object' || details === null || !('faults' in details)) return { is: 'failed', file, error };
  const { faults, fault_count: count } = details as { faults: Faults['faults']; fault_count: number };
  return { is: 'faulty', file, faults, count };
}
