import { serviceName } from '@mission-control/contract/catalogue';
import { findConfigKind, type ConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import { noTenant } from '../../fleet/queries-tenants.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { ConfigPlace } from './file/stored-items.ts';
import { findConfigOwner } from './queries.ts';

/** A config that a tenant can have, because it has the service of its kind. */
export interface OwnedConfig {
  kind: ConfigKind;
  place: ConfigPlace;
  tenantName: string;
  /** Display name of tenant and config. */
  subject: string;
  /** The servers that a commit publishes to, sorted by host. */
  targets: { host: string; environment: string }[];
}

type Owner = NonNullable<Awaited<ReturnType<typeof findConfigOwner>>>;

/** @throws AppError('not_found') */
export function requireKind(slug: string): ConfigKind {
  const kind = findConfigKind(slug);
  if (!kind) throw new AppError('not_found', `There is no config ${slug}.`);
  return kind;
}

/** @throws AppError('not_found') if the kind or tenant does not exist, or the tenant lacks the service. */
export async function requireConfig(db: Db, tenantId: number, slug: ConfigKindSlug): Promise<OwnedConfig> {
  const kind = requireKind(slug);
  return requireOwner(kind, tenantId, await findConfigOwner(db, tenantId, kind));
}

/** @param owner as read by `findConfigOwner` @throws AppError('not_found') like `requireConfig` */
export function requireOwner(kind: ConfigKind, tenantId: number, owner: Owner | undefined): OwnedConfig {
  if (!owner || owner.deletedAt) throw noTenant(tenantId);
  if (!owner.service) {
    const name = serviceName(kind.service);
    throw new AppError('not_found', `${owner.tenantName} has no ${name} service. Add the service first.`);
  }
  return ownedBy(kind, tenantId, owner);
}

/** Like `requireConfig`, but includes deleted tenants; null if the tenant or its service is gone. */
export async function findOwned(
  db: Db,
  { tenantId, kind: slug }: ConfigPlace,
): Promise<(OwnedConfig & { deleted: boolean }) | null> {
  const kind = findConfigKind(slug);
  const owner = kind && (await findConfigOwner(db, tenantId, kind));
  if (!kind || !owner?.service) return null;
  return { ...ownedBy(kind, tenantId, owner), deleted: owner.deletedAt !== null };
}

function ownedBy(kind: ConfigKind, tenantId: number, { tenantName, targets }: Owner): OwnedConfig {
  const place = { tenantId, kind: kind.slug };
  return { kind, place, tenantName, subject: `${tenantName} ${kind.label} config`, targets };
}

/** Topics that become stale when this config changes. */
export function configTopics({ tenantId, kind }: ConfigPlace): Topic[] {
  return [TOPIC.tenants, TOPIC.tenant(tenantId), TOPIC.config(tenantId, kind)];
}

/** The environments to whose servers the files of a service are published. */
export const publishedEnvironments = ({
  webEnvironmentId,
  workerEnvironmentId,
}: {
  webEnvironmentId: number | null;
  workerEnvironmentId: number | null;
}): number[] => [webEnvironmentId, workerEnvironmentId].filter((id) => id !== null);
