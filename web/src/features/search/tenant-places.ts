import {
  mdiClockOutline,
  mdiCogOutline,
  mdiHistory,
  mdiPaletteOutline,
  mdiSitemapOutline,
  mdiSwapHorizontal,
  mdiSwim,
  mdiTableLarge,
  mdiTuneVariant,
  mdiViewDashboardOutline,
} from '@mdi/js';
import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';

/** A destination, as in the navigation. */
export interface Place {
  label: string;
  /** A path of @mdi/js. */
  icon: string;
  href: string;
}

interface TenantPlace {
  label: string;
  icon: string;
  /** Relative to the tenant's address. */
  path: string;
  /** Null: every tenant has it. */
  service: string | null;
}

const place = (label: string, icon: string, path: string, service: string | null = null): TenantPlace => ({
  label,
  icon,
  path,
  service,
});

const TENANT_PLACES: readonly TenantPlace[] = [
  place('Services', mdiViewDashboardOutline, ''),
  place('Relations', mdiSitemapOutline, '/relations'),
  place('SOAP sandbox', mdiSwapHorizontal, '/sandbox'),
  place('Leisure hub', mdiSwim, '/leisurehub'),
  place('Changes', mdiHistory, '?tab=changes'),
  place('Cron logs', mdiClockOutline, '/cron', 'coursepro'),
  place('System table', mdiTableLarge, '/coursepro/system', 'coursepro'),
  place('Branding', mdiPaletteOutline, '/homeportal2/branding', 'homeportal2'),
  ...SERVICES.map(({ displayName, slug }) => place(`${displayName} settings`, mdiTuneVariant, `/${slug}`, slug)),
  ...CONFIG_KINDS.map(({ label, slug, service }) =>
    place(`${label} config`, mdiCogOutline, `/${slug}/config`, service),
  ),
];

/** The existing pages of a tenant and its services. @param isBuilt whether a path has a page */
export function tenantPlaces(tenant: TenantDetail, isBuilt: (path: string) => boolean): Place[] {
  return TENANT_PLACES.filter(({ service }) => service === null || has(tenant, service))
    .map(({ label, icon, path }) => ({ label, icon, href: `/tenant/${tenant._id}${path}` }))
    .filter(({ href }) => isBuilt(href.split('?', 1)[0] ?? href));
}

function has(tenant: TenantDetail, slug: string): boolean {
  return SERVICES.some((service) => service.slug === slug && tenant[service.detailKey] !== null);
}

/** Id of the tenant in a path; null: none. */
export function tenantOfPath(path: string): number | null {
  const id = /^\/tenant\/([1-9]\d{0,9})(\/|$)/.exec(path)?.[1];
  return id === undefined ? null : Number(id);
}
