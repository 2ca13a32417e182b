import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';

const NOW = '2026-11-21T12:00:00.000Z';
const hashes = { 1: null, 2: null, 3: null, 4: null, 5: null };
const homeportal2 = {
  cron: true,
  maintenance: false,
  web_environment_id: null,
  worker_environment_id: null,
  sns_environment_id: null,
  certificate: null,
};
const slots = SERVICES.flatMap(({ slug, detailKey, urlKey }) => [
  [detailKey, slug === 'homeportal2' ? homeportal2 : null] as const,
  [urlKey, null] as const,
]);

/** A tenant whose only service is HomePortal2. */
export const brandedTenant = {
  _id: 12,
  tenant_name: 'Brimham Active',
  region: { _id: 1, region_name: 'eu-west-1' },
  account: { trading_name: 'Brimham & Dale' },
  status: true,
  staging: false,
  deployment_group: 'production',
  licence_expires: null,
  relations: [],
  log_level: { current_level: 'INFO', new_level: null, changes: null, set_at: null, set_by: null, server_time: NOW },
  system: {},
  domains: {},
  config_hashes: hashes,
  current_hashes: hashes,
  service_hashes: {},
  config_drift: {},
  version: 1,
  updated_at: NOW,
  updated_by: 'Amelia Hart',
  ...Object.fromEntries(slots),
} as unknown as TenantDetail;
