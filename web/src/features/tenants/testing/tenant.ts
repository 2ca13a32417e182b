import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantDetail, TenantRow, TenantService } from '@mission-control/contract/tenants/schema';

const NOW = '2026-11-21T12:00:00.000Z';
const hashes = { 1: null, 2: null, 3: null, 4: null, 5: null };
type Slots = Pick<TenantDetail, (typeof SERVICES)[number]['detailKey'] | (typeof SERVICES)[number]['urlKey']>;

/** A service as the tests need it. */
export function testService(part: Partial<TenantService> = {}): TenantService {
  return {
    cron: true,
    maintenance: false,
    web_environment_id: null,
    worker_environment_id: null,
    sns_environment_id: null,
    certificate: null,
    ...part,
  };
}

/** A tenant without services, as the tests need it. */
export function testTenant(part: Partial<TenantDetail> = {}): TenantDetail {
  const empty = SERVICES.flatMap((service) => [[service.detailKey, null] as const, [service.urlKey, null] as const]);
  return {
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
    ...(Object.fromEntries(empty) as Slots),
    domains: {},
    config_hashes: hashes,
    current_hashes: hashes,
    service_hashes: {},
    attention: [],
    config_drift: {},
    version: 1,
    updated_at: NOW,
    updated_by: 'Amelia Hart',
    ...part,
  };
}

type Flag = (typeof SERVICES)[number]['listFlag'];

/** A row of the list, as the tests need it: active, in production, without services. */
export function testRow(id: number, part: Partial<TenantRow> = {}): TenantRow {
  return {
    _id: id,
    tenant_name: `Tenant ${id}`,
    account_name: 'Brimham & Dale',
    region: 'eu-west-1',
    tenant_status: '1',
    deployment_group: 'production',
    coursepro_version: '4.18.1',
    wanted_version: null,
    db_version: '3.214',
    coursepro_db_host_label: 'eu-db-03',
    insight_db_host_label: null,
    coursepro_bridge: 'xnrest',
    licence_expires: null,
    total_members: null,
    cpweb_name: 'eu-prod-web-03',
    insight_web_name: null,
    commsportal_web_name: null,
    environment_ids: [],
    ...(Object.fromEntries(SERVICES.map((service) => [service.listFlag, false])) as Record<Flag, boolean>),
    coursepro_cron: true,
    ...part,
  };
}
