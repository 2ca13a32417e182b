import type { VersionRow } from '@mission-control/contract/releases/schema';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { useNow } from '../../../ui/now.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { loadingOr, versionOptions } from './field-choices.ts';

interface VersionFieldProps {
  /** What has to be chosen before; null: all of it is. */
  missing: string | null;
  value: string;
  /** That the service can get; undefined while they are read. */
  versions: readonly VersionRow[] | undefined;
  error: ApiError | null;
  help: ReactNode;
  onChange: (version: string) => void;
}

const A_MINUTE = 60_000;

/** Which version, newest first, with its age. */
export function VersionField({ missing, value, versions, error, help, onChange }: VersionFieldProps) {
  const now = new Date(useNow(A_MINUTE));
  const options = versionOptions(versions ?? [], now);
  const none = missing === null && versions !== undefined && options.length === 0;
  return (
    <SelectField
      label="Version"
      options={options}
      placeholder={
        missing ?? (none ? 'No version was created for it yet' : versions ? 'Choose a version' : loadingOr(error))
      }
      disabled={missing !== null || none}
      value={options.some((one) => one.value === value) ? value : ''}
      help={help}
      onChange={(event) => onChange(event.target.value)}
      error={error === null ? undefined : `The versions could not be read: ${error.messages.join(' ')}`}
    />
  );
}
