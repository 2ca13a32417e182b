import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../../ui/select-field.tsx';
import { FIXED, appsQuery } from '../queries.ts';
import { loadingOr, plainOptions } from './field-choices.ts';

interface AppFieldProps {
  value: string;
  onChange: (app: string) => void;
}

/** Which app [REL-16, REL-19]. */
export function AppField({ value, onChange }: AppFieldProps) {
  const { data, error } = useQuery({ ...appsQuery, ...FIXED });
  return (
    <SelectField
      label="App"
      options={plainOptions(data?.apps ?? [])}
      placeholder={data ? 'Choose an app' : loadingOr(error)}
      value={data ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      error={error === null ? undefined : `The apps could not be read: ${error.messages.join(' ')}`}
    />
  );
}
