import {
  listReleaseServices,
  listReleaseApps,
  listReleaseEnvironments,
} from '@mission-control/contract/releases/calls';
import type { ReleaseApp } from '@mission-control/contract/releases/catalogue';
import type { VersionRow } from '@mission-control/contract/releases/schema';
import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { relativeTimeText } from '../../../ui/display/times.ts';
import { SelectField, type SelectOption } from '../../../ui/field/select-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { narrow } from '../../../ui/theme/tokens.ts';

/** Choices are constant while the server runs. */
const FIXED = { staleTime: Infinity } as const;

/** Two short fields beside each other, so that the button below stays above the fold. */
export const FieldPair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0,1fr))',
  gap: 12,
  alignItems: 'start',
  [narrow]: { gridTemplateColumns: 'minmax(0,1fr)', gap: 16 },
});

/** Versions, each with its age. @param now may be earlier than the newest version, because it advances in steps */
export const versionOptions = (versions: readonly VersionRow[], now: Date): SelectOption[] =>
  versions.map(({ version, created_at: at }) => {
    const built = new Date(at);
    return { value: version, label: `${version} · built ${relativeTimeText(built, built > now ? built : now)}` };
  });

export const plainOptions = (names: readonly string[]): SelectOption[] =>
  names.map((name) => ({ value: name, label: name }));

/** Placeholder of a field without choices: loading, or explained below it. */
export const loadingOr = (error: unknown): string => (error ? 'Unknown' : 'Loading…');

/** Why a field has no choices; null if nothing failed. */
export const loadFault = (choices: string, error: ApiError | null): string | null =>
  error && `The ${choices} could not be loaded: ${error.messages.join(' ')}`;

interface EnvironmentFieldProps {
  app: ReleaseApp | null;
  value: string;
  onChange: (env: string) => void;
}

/** Which environment of the app [DEP-01, REL-24]. */
export function EnvironmentField({ app, value, onChange }: EnvironmentFieldProps) {
  const { data, error } = useQuery({ ...queryOf(listReleaseEnvironments, {}), ...FIXED });
  const environments = app === null ? [] : (data?.environments[app] ?? []);
  return (
    <SelectField
      label="Environment"
      options={environments}
      placeholder={app === null ? 'Choose an app first' : 'Choose an environment'}
      disabled={app === null}
      value={environments.length > 0 ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      error={loadFault('environments', error)}
    />
  );
}

interface AppFieldProps {
  value: string;
  onChange: (app: string) => void;
}

/** Which app [REL-16, REL-19]. */
export function AppField({ value, onChange }: AppFieldProps) {
  const { data, error } = useQuery({ ...queryOf(listReleaseApps, {}), ...FIXED });
  return (
    <SelectField
      label="App"
      options={plainOptions(data?.apps ?? [])}
      placeholder={data ? 'Choose an app' : loadingOr(error)}
      value={data ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      error={loadFault('apps', error)}
    />
  );
}

interface ServiceFieldProps {
  app: ReleaseApp | null;
  value: string;
  onChange: (service: string) => void;
}

/** Which service of the app [REL-18]; not drawn for an app without services [REL-23] (C-100). */
export function ServiceField({ app, value, onChange }: ServiceFieldProps) {
  const { data, error } = useQuery({ ...queryOf(listReleaseServices, {}), ...FIXED });
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
      error={loadFault('services', error)}
    />
  );
}
