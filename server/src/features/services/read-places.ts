import type { Service } from '@mission-control/contract/services/catalogue';
import { servedServices, type EnvironmentRole } from '@mission-control/contract/services/rules';
import type { ServicePatch } from '@mission-control/contract/tenants/patch';
import type { Db } from '../../platform/database/database.ts';
import type { Fault } from './faults.ts';
import { certificateExists, listEnvironmentsById, type Places } from './queries-places.ts';

const ROLES = [
  { role: 'web', key: 'web_environment_id', column: 'webEnvironmentId' },
  { role: 'worker', key: 'worker_environment_id', column: 'workerEnvironmentId' },
  { role: 'sns', key: 'sns_environment_id', column: 'snsEnvironmentId' },
] as const;

/** The places as they are stored, and everything that is wrong with them; null takes a place away. */
export async function readPlaces(
  db: Db,
  service: Service,
  regionId: number,
  sent: ServicePatch,
): Promise<{ wanted: Places; faults: Fault[] }> {
  const chosen = ROLES.flatMap(({ key }) => sent[key] ?? []);
  const found = new Map((await listEnvironmentsById(db, chosen)).map((row) => [row.id, row]));
  const faults: Fault[] = [];
  const wanted: Places = {};
  for (const { role, key, column } of ROLES) {
    const id = sent[key];
    if (id === undefined) continue;
    const fault = id === null ? null : environmentFault(service, role, id, found.get(id), regionId);
    if (fault === null) wanted[column] = id;
    else faults.push({ message: fault, field: `${service.detailKey}.${key}` });
  }
  const { certificate } = sent;
  if (certificate !== undefined) {
    const fault = certificate === null ? null : await certificateFault(db, service, certificate);
    if (fault === null) wanted.certificateId = certificate;
    else faults.push({ message: fault, field: `${service.detailKey}.certificate` });
  }
  return { wanted, faults };
}

type Environment = Awaited<ReturnType<typeof listEnvironmentsById>>[number];

function environmentFault(
  service: Service,
  role: EnvironmentRole,
  id: number,
  environment: Environment | undefined,
  regionId: number,
): string | null {
  const type = service.environmentTypes[role];
  if (type === null) return `${service.displayName} has no ${role} environment.`;
  if (!environment) return `There is no environment ${id}.`;
  if (environment.type !== type) return `${environment.name} is no ${role} environment of ${service.displayName}.`;
  if (!servedServices(environment.type, environment.services).includes(service.slug))
    return `${environment.name} does not serve ${service.displayName}.`;
  if (environment.regionId !== regionId) return `${environment.name} is in another region than the tenant.`;
  return null;
}

async function certificateFault(db: Db, service: Service, id: number): Promise<string | null> {
  if (!service.hasCertificate) return `${service.displayName} has no certificate.`;
  return (await certificateExists(db, id)) ? null : `There is no certificate ${id}.`;
}
