import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { envKind, envKindsDiffer, type EnvKind } from '@mission-control/contract/environments/rules';
import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantDetail, TenantService } from '@mission-control/contract/tenants/schema';

export type CatalogueService = (typeof SERVICES)[number];

/** A service that the tenant has. */
export interface ConfiguredService {
  service: CatalogueService;
  state: TenantService;
  url: string | null;
}

/** The tenant's services in their fixed order. */
export function configuredServices(tenant: TenantDetail): ConfiguredService[] {
  return SERVICES.flatMap((service) => {
    const state = tenant[service.detailKey];
    return state ? [{ service, state, url: tenant[service.urlKey] }] : [];
  });
}

/** An environment and the services that run on it. */
export interface UsedEnvironment {
  id: number;
  name: string;
  kind: EnvKind;
  services: CatalogueService[];
}

/** Each environment of the services once, in the order of the services. `names` are the known environments by id. */
export function usedEnvironments(
  services: readonly ConfiguredService[],
  names: ReadonlyMap<number, string>,
): UsedEnvironment[] {
  const used = new Map<number, UsedEnvironment>();
  for (const { service, state } of services) {
    for (const id of [state.web_environment_id, state.worker_environment_id, state.sns_environment_id]) {
      if (id === null) continue;
      const name = names.get(id) ?? `#${id}`;
      const entry = used.get(id) ?? { id, name, kind: envKind(name), services: [] };
      if (!entry.services.includes(service)) entry.services.push(service);
      used.set(id, entry);
    }
  }
  return [...used.values()];
}

/** The services that are on one kind of environment. */
export interface KindGroup {
  kind: EnvKind;
  services: CatalogueService[];
}

/** Which services are on which kind, when the known kinds differ; null when all is well. The smallest group comes first. */
export function kindMismatch(environments: readonly UsedEnvironment[]): KindGroup[] | null {
  if (!envKindsDiffer(environments.map(({ kind }) => kind))) return null;
  const groups = new Map<EnvKind, Set<CatalogueService>>();
  for (const { kind, services } of environments) {
    if (kind === 'unknown') continue;
    const group = groups.get(kind) ?? new Set();
    for (const service of services) group.add(service);
    groups.set(kind, group);
  }
  const sized = [...groups].map(([kind, services]) => ({ kind, services: [...services] }));
  return sized.toSorted((a, b) => a.services.length - b.services.length);
}

/** True when the saved config is not what its servers have (C-029). */
export function commitWaits(tenant: TenantDetail, config: ConfigKindSlug): boolean {
  // Index 5 stands for three configs together; each by itself is in service_hashes.
  const own = tenant.service_hashes[config];
  if (own) return own.stored !== own.current;
  const index = findConfigKind(config)?.hashIndex;
  return index !== undefined && (tenant.config_hashes[index] ?? null) !== (tenant.current_hashes[index] ?? null);
}

/** True when somebody changed or removed the committed file on a server; a commit puts it right. */
export function drifted(tenant: TenantDetail, config: ConfigKindSlug): boolean {
  return tenant.config_drift[config] !== undefined;
}
