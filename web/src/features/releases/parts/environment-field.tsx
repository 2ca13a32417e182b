import type { ReleaseApp } from '@mission-control/contract/releases/catalogue';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SelectField } from '../../../ui/select-field.tsx';
import { environmentsQuery, FIXED } from '../queries.ts';

interface EnvironmentFieldProps {
  app: ReleaseApp | null;
  value: string;
  help?: ReactNode;
  onChange: (env: string) => void;
}

/** Which environment of the app [DEP-01, REL-24]. */
export function EnvironmentField({ app, value, help, onChange }: EnvironmentFieldProps) {
  const { data, error } = useQuery({ ...environmentsQuery, ...FIXED });
  const environments = app === null ? [] : (data?.environments[app] ?? []);
  return (
    <SelectField
      label="Environment"
      options={environments}
      placeholder={app === null ? 'Choose an app first' : 'Choose an environment'}
      disabled={app === null}
      value={environments.length > 0 ? value : ''}
      help={help}
      onChange={(event) => onChange(event.target.value)}
      error={error === null ? undefined : `The environments could not be read: ${error.messages.join(' ')}`}
    />
  );
}
