import type { ApiError } from '../../../lib/api-error.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { loadingOr, plainOptions } from './field-choices.ts';

interface BranchFieldProps {
  /** What has to be chosen before; null: all of it is. */
  missing: string | null;
  value: string;
  /** Undefined while they are read. */
  names: readonly string[] | undefined;
  /** How many have names that cannot be used here. */
  leftOut: number;
  error: ApiError | null;
  onChange: (branch: string) => void;
}

/** Which branch of the app's repository [REL-26]. */
export function BranchField({ missing, value, names, leftOut, error, onChange }: BranchFieldProps) {
  return (
    <SelectField
      label="Branch"
      options={plainOptions(names ?? [])}
      placeholder={missing ?? (names === undefined ? loadingOr(error) : 'Choose a branch')}
      disabled={missing !== null}
      value={value}
      help={leftOut === 0 ? null : leftOutText(leftOut)}
      error={error === null ? undefined : `The branches could not be read: ${error.messages.join(' ')}`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const leftOutText = (count: number): string =>
  count === 1
    ? 'A branch whose name cannot be used here is left out.'
    : `${count} branches whose names cannot be used here are left out.`;
