import { describe, expect, it } from 'vitest';
import { configuredServices, domainsText, kindMismatch, usedEnvironments } from './tenant-services.ts';
import { testService, testTenant } from '../tenants/testing/tenant.ts';

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

  it('do not match if one is on prod and one on dev; the odd one is named first [TEN-25]', () => {
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

const domain = (is_primary: boolean, has_whitelist = false) => ({ host: 'oak.example', is_primary, has_whitelist });

describe('the domains of a service', () => {
  it.each([
    [undefined, '–'],
    [[], '–'],
    [[domain(true)], '1 primary, no whitelist'],
    [[domain(true), domain(false)], '1 primary, 1 other, no whitelist'],
    [[domain(false, true), domain(true), domain(false)], '1 primary, 2 others, 1 with a whitelist'],
    [[domain(false)], 'none primary, 1 other, no whitelist'],
  ])('%j are described as %s', (domains, text) => {
    expect(domainsText(domains)).toBe(text);
  });
});
