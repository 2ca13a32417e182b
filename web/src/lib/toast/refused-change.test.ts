import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { expect, it } from 'vitest';
import { tenantDifferences } from './refused-change.ts';

const service = { cron: true, maintenance: false, web_environment_id: 1, worker_environment_id: null };
const tenant = {
  status: true,
  staging: false,
  deployment_group: 'production',
  relations: [],
  log_level: { current_level: 'INFO' },
  domains: {},
  coursepro_tenant: service,
  strive_tenant: service,
  insight_tenant: null,
} as unknown as TenantDetail;

it('names the tenant fields that somebody else changed as the screens do', () => {
  const after = {
    ...tenant,
    staging: true,
    coursepro_tenant: { ...service, maintenance: true, web_environment_id: 2 },
    domains: { strive: [{ host: 'a.example', is_primary: true, has_whitelist: false }] },
    insight_tenant: service,
  } as unknown as TenantDetail;
  expect(tenantDifferences(tenant, tenant)).toEqual([]);
  expect(tenantDifferences(tenant, after)).toEqual([
    'Production',
    'Maintenance of CoursePro',
    'CoursePro settings',
    'Strive settings',
    'Insight',
  ]);
});
