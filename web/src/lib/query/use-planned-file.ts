import { useMutation } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import type { FaultList } from '../../ui/display/fault-list.tsx';
import { visibleText } from '../../ui/display/visible-text.ts';
import type { ApiError } from '../api/api-error.ts';
import { isObject } from '../is-object.ts';

type Faults = Pick<ComponentProps<typeof FaultList>, 'faults' | 'count'>;

/** State of a file whose changes are previewed before they are applied. */
export type PlannedFile<Plan> =
  | { is: 'start' }
  | { is: 'reading'; file: File }
  /** Too large to be sent. */
  | { is: 'too-large'; file: File }
  | ({ is: 'faulty'; file: File } & Faults)
  | { is: 'failed'; file: File; error: ApiError }
  | { is: 'planned'; file: File; plan: Plan };

/** A chosen file and what it would change. @param preview sends the file; a refusal with `faults` lists them by line */
export function usePlannedFile<Plan>(maxBytes: number, preview: (file: File) => Promise<Plan>) {
  const [tooLarge, setTooLarge] = useState<File | null>(null);
  const plan = useMutation<Plan, ApiError, File>({ mutationFn: preview });
  const reset = (): void => {
    plan.reset();
    setTooLarge(null);
  };
  const read = (chosen: File): void => {
    const name = visibleText(chosen.name);
    const file = name === chosen.name ? chosen : new File([chosen], name);
    reset();
    if (file.size > maxBytes) setTooLarge(file);
    else plan.mutate(file);
  };
  const phase: PlannedFile<Plan> = tooLarge ? { is: 'too-large', file: tooLarge } : phaseOf(plan);
  return { phase, file: plan.variables, read, reset };
}

interface PreviewState<Plan> {
  variables: File | undefined;
  data: Plan | undefined;
  error: ApiError | null;
}

function phaseOf<Plan>({ variables: file, data, error }: PreviewState<Plan>): PlannedFile<Plan> {
  if (file === undefined) return { is: 'start' };
  if (data) return { is: 'planned', file, plan: data };
  if (!error) return { is: 'reading', file };
  const { details } = error;
  if (!isObject(details) || !('faults' in details)) return { is: 'failed', file, error };
  const { faults, fault_count: count } = details as { faults: Faults['faults']; fault_count: number };
  return { is: 'faulty', file, faults, count };
}
