import { describe, expect, it } from 'vitest';
import { testTenant } from '../../tenants/testing/tenant.ts';
import { commitWaits } from './commit-gate.ts';

describe('a commit', () => {
  const hashes = (coursepro: string | null) => ({ 1: coursepro, 2: null, 3: null, 4: null, 5: null });
  it('is pending only if the two hashes of its index differ [TEN-40]', () => {
    const waits = (config: string | null, current: string | null) =>
      commitWaits(testTenant({ config_hashes: hashes(config), current_hashes: hashes(current) }), 'coursepro');
    expect(waits('a', 'b')).toBe(true);
    expect(waits('a', null)).toBe(true);
    expect(waits('a', 'a')).toBe(false);
    expect(waits(null, null)).toBe(false);
  });

  it('of the licence has index 4, of the home portals 2 and 3 [TEN-42, TEN-79]', () => {
    const tenant = testTenant({ current_hashes: { ...hashes(null), 2: 'b', 4: 'd' } });
    expect(commitWaits(tenant, 'licence')).toBe(true);
    expect(commitWaits(tenant, 'homeportal')).toBe(true);
    expect(commitWaits(tenant, 'homeportal2')).toBe(false);
    expect(commitWaits(tenant, 'coursepro')).toBe(false);
  });

  it('of a config that shares index 5 is determined by its own hashes, or without them by the index [TEN-79]', () => {
    const shared = { config_hashes: { ...hashes(null), 5: 'x' }, current_hashes: { ...hashes(null), 5: 'y' } };
    const own = { strive: { stored: 'a', current: 'b' }, insight: { stored: 'c', current: 'c' } };
    const tenant = testTenant({ ...shared, service_hashes: own });
    expect([commitWaits(tenant, 'strive'), commitWaits(tenant, 'insight')]).toEqual([true, false]);
    expect(commitWaits(testTenant(shared), 'commsportal')).toBe(true);
  });
});
