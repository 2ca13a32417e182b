import type { TenantDetail } from '@mission-control/contract/tenants/schema';

/** Number of a service's domains and whether they have a whitelist: '1 primary, 2 others, no whitelist'. */
export function domainsText(domains: TenantDetail['domains'][string] | undefined): string {
  if (domains === undefined || domains.length === 0) return '–';
  const primary = domains.filter((one) => one.is_primary).length;
  const others = domains.length - primary;
  const listed = domains.filter((one) => one.has_whitelist).length;
  return [
    primary === 0 ? 'none primary' : `${primary} primary`,
    ...(others === 0 ? [] : [`${others} other${others === 1 ? '' : 's'}`]),
    listed === 0 ? 'no whitelist' : `${listed} with a whitelist`,
  ].join(', ');
}
