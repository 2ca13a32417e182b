import { describe, expect, it } from 'vitest';
import { commitWaits, configuredServices, kindMismatch, usedEnvironments } from './tenant-services.ts';
import { testService, testTenant } from './testing.ts';

const names = new Map([
  [1, 'eu-prod-web-03'],
  [2, 'eu-prod-wrk-02'],
  [3, 'eu-dev-hp-01'],
  [4, 'eu-portals-a'],
]);

function environmentsOf(...used: [coursepro: number, homeportal: number]) {
  const tenant = testTenant({
    coursepro_tenant: testService({ web_environment_id: used[0], worker_environment_id: 2 }),
    homeportal_tenant: testService({ web_environment_id: used[1] }),
  });
  return usedEnvironments(configuredServices(tenant), names);
}

describe('the services of a tenant', () => {
  it('are those it has, in their fixed order, with their addresses', () => {
    const tenant = testTenant({
      commsportal_tenant: testService(),
      homeportal2_tenant: testService(),
      hp2_url: 'https://brimham.courseprohome.co.uk',
    });
    const found = configuredServices(tenant).map(({ service, url }) => [service.slug, url]);
    expect(found).toEqual([
      ['homeportal2', 'https://brimham.courseprohome.co.uk'],
      ['commsportal', null],
    ]);
  });

  it('share one chip for an environment that several of them use [TEN-24]', () => {
    const environments = environmentsOf(1, 1);
    expect(environments.map(({ name, services }) => [name, services.map(({ letter }) => letter)])).toEqual([
      ['eu-prod-web-03', ['C', 'H']],
      ['eu-prod-wrk-02', ['C']],
    ]);
  });

  it('do not match when one is on prod and one on dev, the odd one named first [TEN-25]', () => {
    const groups = kindMismatch(environmentsOf(1, 3))?.map(({ kind, services }) => [
      kind,
      services.map(({ slug }) => slug),
    ]);
    expect(groups).toEqual([
      ['prod', ['coursepro']],
      ['dev', ['homeportal']],
    ]);
  });

  it('match when the other kind is unknown [TEN-26]', () => {
    expect(kindMismatch(environmentsOf(1, 4))).toBeNull();
  });
});

describe('a commit', () => {
  const hashes = (coursepro: string | null) => ({ 1: coursepro, 2: null, 3: null, 4: null, 5: null });
  it('waits only when the two hashes of its index differ [TEN-40]', () => {
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

  it('of one that shares index 5 is told by its own hashes, without them by the index [TEN-79]', () => {
    const shared = { config_hashes: { ...hashes(null), 5: 'x' }, current_hashes: { ...hashes(null), 5: 'y' } };
    const own = { strive: { stored: 'a', current: 'b' }, insight: { stored: 'c', current: 'c' } };
    const tenant = testTenant({ ...shared, service_hashes: own });
    expect([commitWaits(tenant, 'strive'), commitWaits(tenant, 'insight')]).toEqual([true, false]);
    expect(commitWaits(testTenant(shared), 'commsportal')).toBe(true);
  });
});
