import type { CertificateRow, EnvironmentRow } from '@mission-control/contract/environments/calls';
import type { Service } from '@mission-control/contract/catalogue';
import { environmentChoices } from '@mission-control/contract/services/rules';
import type { PlaceKey } from './service-edits.ts';

/** A place select of the page. */
export interface Place {
  key: PlaceKey;
  label: string;
  choices: readonly { id: number; name: string }[];
}

export interface PlaceLists {
  environments: readonly EnvironmentRow[];
  certificates: readonly CertificateRow[];
}

/** Environments that a service runs on, with the key and the label of each. */
export const ENVIRONMENT_ROLES = [
  { role: 'web', key: 'web_environment_id', label: 'Web environment' },
  { role: 'worker', key: 'worker_environment_id', label: 'Worker environment' },
  { role: 'sns', key: 'sns_environment_id', label: 'SNS environment' },
] as const;

/** Selects of a service: environments in the tenant's region, and certificates (C-087, C-090). */
export function placesOf(service: Service, regionId: number, { environments, certificates }: PlaceLists): Place[] {
  const places: Place[] = ENVIRONMENT_ROLES.flatMap(({ role, key, label }) => {
    if (service.environmentTypes[role] === null) return [];
    const found = environmentChoices(environments, service, role, regionId);
    return [{ key, label, choices: found.map(({ _id, environment_name }) => ({ id: _id, name: environment_name })) }];
  });
  if (!service.hasCertificate) return places;
  return [...places, { key: 'certificate', label: 'Certificate', choices: certificates.map(certificateChoice) }];
}

const certificateChoice = ({ _id, certificate_name: name, domain }: CertificateRow) => ({
  id: _id,
  name: name === domain ? name : `${name} (${domain})`,
});

/** Display name of a place, including places that cannot be chosen (other region, other type, deleted). */
export function placeName(key: PlaceKey, id: number | null, { environments, certificates }: PlaceLists): string {
  if (id === null) return 'None';
  if (key !== 'certificate') return environments.find(({ _id }) => _id === id)?.environment_name ?? `#${id}`;
  const found = certificates.find(({ _id }) => _id === id);
  return found ? certificateChoice(found).name : `#${id}`;
}
