import type { Service } from '@mission-control/contract/catalogue';
import { servedServices, type EnvironmentRole } from '@mission-control/contract/services/rules';
import type { ServicePatch } from '@mission-control/contract/tenants/patch';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { certificateExists, listEnvironmentsById, type Places } from './queries-places.ts';

/** A validation fault; `field` is the dotted path of the faulty part, undefined for the whole. */
export interface Fault {
  message: string;
  field?: string | undefined;
}

/** @throws AppError('refused') with all faults, by field, if there are any */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const named = faults.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message] as const]));
  const messages = faults.map(({ message }) => message);
  throw new AppError('refused', messages, { fields: Object.fromEntries(named) });
}

const ROLES = [
  { role: 'web', key: 'web_environment_id', column: 'webEnvironmentId' },
  { role: 'worker', key: 'worker_environment_id', column: 'workerEnvironmentId' },
  { role: 'sns', key: 'sns_environment_id', column: 'snsEnvironmentId' },
] as const;

/** Validates sent places; null clears a place. */
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
  const part = `${role === 'sns' ? 'SNS' : role} environment`;
  if (type === null) return `${service.displayName} has no ${part}.`;
  if (!environment) return `There is no environment ${id}.`;
  if (environment.type !== type)
    return `${environment.name} has the wrong type for the ${part} of ${service.displayName}.`;
  if (!servedServices(environment.type, environment.services).includes(service.slug))
    return `${environment.name} does not serve ${service.displayName}.`;
  if (environment.regionId !== regionId) return `${environment.name} is in another region than the tenant.`;
  return null;
}

async function certificateFault(db: Db, service: Service, id: number): Promise<string | null> {
  if (!service.hasCertificate) return `${service.displayName} has no certificate.`;
  return (await certificateExists(db, id)) ? null : `There is no certificate ${id}.`;
}
