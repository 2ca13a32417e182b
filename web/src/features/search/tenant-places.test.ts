import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { SERVICES } from '@mission-control/contract/catalogue';
import { describe, expect, it } from 'vitest';
import { tenantOfPath, tenantPlaces } from './tenant-places.ts';

const none = Object.fromEntries(SERVICES.map(({ detailKey }) => [detailKey, null]));
const tenant = (more: object) => ({ _id: 12, tenant_name: 'Brimham', ...none, ...more }) as unknown as TenantDetail;
const placesOf = (more: object, paths?: string[]) =>
  tenantPlaces(tenant(more), (path) => paths?.includes(path) ?? true).map(({ label, href }) => [label, href]);

describe('the places of a tenant', () => {
  it('are its tabs, and settings and configs of services that it has', () => {
    expect(placesOf({ coursepro_tenant: {}, strive_tenant: {} })).toEqual([
      ['Services', '/tenant/12'],
      ['Relations', '/tenant/12/relations'],
      ['SOAP sandbox', '/tenant/12/sandbox'],
      ['Leisure hub', '/tenant/12/leisurehub'],
      ['Changes', '/tenant/12?tab=changes'],
      ['Cron logs', '/tenant/12/cron'],
      ['System table', '/tenant/12/coursepro/system'],
      ['CoursePro settings', '/tenant/12/coursepro'],
      ['Strive settings', '/tenant/12/strive'],
      ['CoursePro config', '/tenant/12/coursepro/config'],
      ['Licence config', '/tenant/12/licence/config'],
      ['Strive config', '/tenant/12/strive/config'],
    ]);
  });

  it('are only those that exist', () => {
    const paths = ['/tenant/12', '/tenant/12/coursepro/config'];
    expect(placesOf({ coursepro_tenant: {} }, paths).map(([label]) => label)).toEqual([
      'Services',
      'Changes',
      'CoursePro config',
    ]);
  });

  it.each([
    ['/tenant/12', 12],
    ['/tenant/12/coursepro/config', 12],
    ['/tenant', null],
    ['/tenant/', null],
    ['/tenant/x', null],
    ['/tenant/012', null],
    ['/tenant/12x', null],
    ['/monitor/12', null],
  ])('%s is about tenant %s', (path, id) => {
    expect(tenantOfPath(path)).toBe(id);
  });
});
