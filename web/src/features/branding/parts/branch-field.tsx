import type { Ref } from 'react';
import { SelectField } from '../../../ui/field/select-field.tsx';

interface BranchFieldProps {
  /** Undefined while loading. */
  names: readonly string[] | undefined;
  failed?: boolean;
  branch: string;
  help?: string;
  error?: string | undefined;
  field?: Ref<HTMLSelectElement>;
  onChange: (branch: string) => void;
}

/** [BRD-06, RGN-02] */
export function BranchField({ names, failed = false, branch, help, error, field, onChange }: BranchFieldProps) {
  return (
    <SelectField
      label="Branch"
      ref={field ?? null}
      options={(names ?? []).map((name) => ({ value: name, label: name }))}
      placeholder={placeholderOf(names, failed || error !== undefined)}
      value={names?.includes(branch) ? branch : ''}
      help={help ?? 'The theme of this branch is compiled with the colours and published.'}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function placeholderOf(names: readonly string[] | undefined, failed: boolean): string {
  if (names === undefined) return failed ? 'Unknown' : 'Loading…';
  return names.length === 0 ? 'No branches' : 'Select a branch';
}
