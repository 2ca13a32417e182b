import type { UtopiaServerRow } from './calls.ts';

export function testServerRow(id: number, part: Partial<UtopiaServerRow> = {}): UtopiaServerRow {
  return {
    id,
    tenant_name: `Tenant ${String(id).padStart(3, '0')}`,
    centres: 3,
    members: 1000,
    status: 'Active',
    region_name: 'eu-west-1',
    bridge: 'xnrest',
    has_sms: 'no',
    gateway: 'opayo',
    has_sdd: 'no',
    has_orgs: 'no',
    has_ads: 'no',
    has_datahub: 'no',
    has_gtm: 'no',
    has_vouchers: 'no',
    coursepro_env: 'eu-prod-web-03',
    homeportal_env: '',
    strive_env: '',
    commsportal_env: '',
    insight_env: '',
    created: '2026-03-04T09:12:33.000Z',
    created_by: 'amelia',
    ...part,
  };
}
