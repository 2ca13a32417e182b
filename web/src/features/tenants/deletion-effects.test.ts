import { describe, expect, it } from 'vitest';
import { deletionEffects } from './deletion-effects.ts';
import { testService, testTenant } from './testing/tenant.ts';

const names = new Map([
  [1, 'eu-prod-web-03'],
  [2, 'eu-prod-wrk-02'],
]);

describe('the effects of deleting a tenant', () => {
  it('are limited to the tenant if it has nothing', () => {
    expect(deletionEffects(testTenant(), names)).toEqual(['This removes the tenant from the console.']);
  });

  it('are counted, and mention published files', () => {
    const tenant = testTenant({
      coursepro_tenant: testService({ web_environment_id: 1, worker_environment_id: 2 }),
      strive_tenant: testService({ web_environment_id: 7 }),
      domains: { coursepro: [{ host: 'a.example', is_primary: true, has_whitelist: false }] },
      current_hashes: { 1: 'a', 2: null, 3: null, 4: null, 5: null },
    });
    expect(deletionEffects(tenant, names)).toEqual([
      'This removes the tenant and its 2 services, config and 1 domain from the console.',
      'Published files are withdrawn from eu-prod-web-03 and eu-prod-wrk-02.',
    ]);
  });
});
