import type { ReleaseApp } from '@mission-control/contract/releases/catalogue';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../../ui/select-field.tsx';
import { FIXED, servicesQuery } from '../queries.ts';

interface ServiceFieldProps {
  app: ReleaseApp | null;
  value: string;
  onChange: (service: string) => void;
}

/** Which service of the app [REL-18]; not drawn for an app without services [REL-23] (C-100). */
export function ServiceField({ app, value, onChange }: ServiceFieldProps) {
  const { data, error } = useQuery({ ...servicesQuery, ...FIXED });
  const services = app === null ? [] : data?.services[app];
  if (app !== null && services?.length === 0) return null;
  return (
    <SelectField
      label="Service"
      options={services ?? []}
      placeholder={app === null ? 'Choose an app first' : 'Choose a service'}
      disabled={app === null}
      value={services ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      error={error === null ? undefined : `The services could not be read: ${error.messages.join(' ')}`}
    />
  );
}
