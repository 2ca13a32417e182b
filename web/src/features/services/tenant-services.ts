import { envKind, envKindsDiffer, type EnvKind } from '@mission-control/contract/environments/rules';
import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantDetail, TenantService } from '@mission-control/contract/tenants/schema';
import { countText } from '@mission-control/contract/numbers';

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

/** Services grouped by kind of environment if their known kinds differ, smallest group first; null if they are equal. */
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

/** Number of a service's domains and whether they have a whitelist: '1 primary, 2 others, no whitelist'. */
export function domainsText(domains: TenantDetail['domains'][string] | undefined): string {
  if (domains === undefined || domains.length === 0) return '–';
  const primary = domains.filter((one) => one.is_primary).length;
  const others = domains.length - primary;
  const listed = domains.filter((one) => one.has_whitelist).length;
  return [
    primary === 0 ? 'none primary' : `${primary} primary`,
    ...(others === 0 ? [] : [countText(others, 'other')]),
    listed === 0 ? 'no whitelist' : `${listed} with a whitelist`,
  ].join(', ');
}
