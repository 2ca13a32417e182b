import { findConfigKind, type ConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { findService } from '@mission-control/contract/services/catalogue';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findConfigOwner, listServersOf } from './queries.ts';
import type { ConfigPlace } from './stored-items.ts';

/** A config that a tenant can have, because it has the service of its kind. */
export interface OwnedConfig {
  kind: ConfigKind;
  place: ConfigPlace;
  tenantName: string;
  /** The tenant and the config as a person names them. */
  subject: string;
  /** Web and worker environment of the service, as far as they are chosen. */
  environmentIds: number[];
}

/** @throws AppError('not_found') when there is no such kind or tenant, or the tenant has no such service. */
export async function requireConfig(db: Db, tenantId: number, slug: ConfigKindSlug): Promise<OwnedConfig> {
  const kind = findConfigKind(slug);
  if (!kind) throw new AppError('not_found', 'There is no config of this name.');
  const owner = await findConfigOwner(db, tenantId, kind);
  if (!owner || owner.deletedAt)
    throw new AppError('not_found', `There is no tenant ${tenantId}. It may have been deleted.`);
  const { service, tenantName } = owner;
  if (!service) {
    const name = findService(kind.service)?.displayName ?? kind.service;
    throw new AppError('not_found', `${tenantName} has no ${name} service. Add the service first.`);
  }
  return ownedBy(kind, tenantId, tenantName, service);
}

/** The same of a tenant that may be deleted; null when the tenant or its service is gone. */
export async function findOwned(
  db: Db,
  { tenantId, kind: slug }: ConfigPlace,
): Promise<(OwnedConfig & { deleted: boolean }) | null> {
  const kind = findConfigKind(slug);
  const owner = kind && (await findConfigOwner(db, tenantId, kind));
  if (!kind || !owner?.service) return null;
  return { ...ownedBy(kind, tenantId, owner.tenantName, owner.service), deleted: owner.deletedAt !== null };
}

interface Places {
  webEnvironmentId: number | null;
  workerEnvironmentId: number | null;
}

function ownedBy(kind: ConfigKind, tenantId: number, tenantName: string, places: Places): OwnedConfig {
  return {
    kind,
    place: { tenantId, kind: kind.slug },
    tenantName,
    subject: `${tenantName} ${kind.label} config`,
    environmentIds: [places.webEnvironmentId, places.workerEnvironmentId].filter((id) => id !== null),
  };
}

/** The servers that a commit of the config publishes to, by host. */
export async function listTargets(
  db: Db,
  { environmentIds }: OwnedConfig,
): Promise<{ host: string; environment: string }[]> {
  return environmentIds.length === 0 ? [] : listServersOf(db, environmentIds);
}

/** What becomes stale on screens when this config changes. */
export function configTopics({ tenantId, kind }: ConfigPlace): string[] {
  return ['tenants', `tenant:${tenantId}`, `config:${tenantId}:${kind}`];
}
