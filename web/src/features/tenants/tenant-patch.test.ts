import { describe, expect, it } from 'vitest';
import { patchedTenant } from './tenant-patch.ts';
import { testService, testTenant } from './testing/tenant.ts';

describe('the tenant after a patch', () => {
  it('has the new status or staging and nothing else changed', () => {
    const tenant = testTenant();
    expect(patchedTenant(tenant, { status: false })).toEqual({ ...tenant, status: false });
    expect(patchedTenant(tenant, { staging: true })).toEqual({ ...tenant, staging: true });
  });

  it('has one switch of one service changed', () => {
    const tenant = testTenant({ coursepro_tenant: testService(), strive_tenant: testService() });
    const after = patchedTenant(tenant, { coursepro_tenant: { maintenance: true } });
    expect(after).toEqual({ ...tenant, coursepro_tenant: testService({ maintenance: true }) });
  });

  it('adds no service to a tenant without it', () => {
    const tenant = testTenant();
    expect(patchedTenant(tenant, { coursepro_tenant: { cron: false } })).toEqual(tenant);
  });
});
