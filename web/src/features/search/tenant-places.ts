import { mdiCogOutline, mdiHistory, mdiSitemapOutline, mdiViewDashboardOutline } from '@mdi/js';
import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import { SERVICES } from '@mission-control/contract/services/catalogue';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';

/** Somewhere to go to, as the drawer lists them. */
export interface Place {
  label: string;
  /** A path of @mdi/js. */
  icon: string;
  href: string;
}

interface TenantPlace extends Place {
  /** Path of its route; a place without one is not built. */
  route: string;
  /** Null: each tenant has it. */
  service: string | null;
}

const OWN = '/tenant/$id';
const place = (label: string, icon: string, path: string, service: string | null = null): TenantPlace => ({
  label,
  icon,
  href: OWN + path,
  route: (OWN + path).split('?', 1)[0] ?? OWN,
  service,
});

const TENANT_PLACES: readonly TenantPlace[] = [
  place('Services', mdiViewDashboardOutline, ''),
  place('Relations', mdiSitemapOutline, '/relations'),
  place('Changes', mdiHistory, '?tab=changes'),
  ...CONFIG_KINDS.map(({ label, slug, service }) =>
    place(`${label} config`, mdiCogOutline, `/${slug}/config`, service),
  ),
];

/** Where the tenant's own pages are: those that have a route, of services that it has. */
export function tenantPlaces(tenant: TenantDetail, hasRoute: (path: string) => boolean): Place[] {
  return TENANT_PLACES.filter(
    ({ route, service }) => hasRoute(route) && (service === null || has(tenant, service)),
  ).map(({ label, icon, href }) => ({ label, icon, href: href.replace('$id', String(tenant._id)) }));
}

function has(tenant: TenantDetail, slug: string): boolean {
  return SERVICES.some((service) => service.slug === slug && tenant[service.detailKey] !== null);
}

/** The id of the tenant that a path is about; null for none. */
export function tenantOfPath(path: string): number | null {
  const id = /^\/tenant\/([1-9]\d{0,9})(\/|$)/.exec(path)?.[1];
  return id === undefined ? null : Number(id);
}
