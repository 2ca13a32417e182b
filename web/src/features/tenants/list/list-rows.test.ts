import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { describe, expect, it } from 'vitest';
import { listedTenants, sortTenants } from './list-rows.ts';
import { testRow as row } from '../testing/tenant.ts';

const now = new Date('2026-11-21T12:00:00Z');
const list = (...rows: TenantRow[]) => listedTenants(rows, now);
const ids = (tenants: readonly { row: TenantRow }[]) => tenants.map((tenant) => tenant.row._id);

describe('sorting the tenant list', () => {
  const order = (column: string, direction: 'asc' | 'desc', ...rows: TenantRow[]) =>
    ids(sortTenants(list(...rows), { column, direction }));

  it('puts licences that need attention first and those that never expire last, in both directions', () => {
    const rows = [
      row(1),
      row(2, { licence_expires: '2027-01-01' }),
      row(3, { licence_expires: 'soon' }),
      row(4, { licence_expires: '2026-01-01' }),
    ];
    expect(order('licence', 'asc', ...rows)).toEqual([3, 4, 2, 1]);
    expect(order('licence', 'desc', ...rows)).toEqual([2, 4, 3, 1]);
  });

  it('reads versions as numbers, and a known 0 of members as a number', () => {
    expect(
      order('version', 'asc', row(1, { coursepro_version: '4.10.0' }), row(2, { coursepro_version: '4.9.1' })),
    ).toEqual([2, 1]);
    expect(order('members', 'asc', row(1), row(2, { total_members: 5 }), row(3, { total_members: 0 }))).toEqual([
      3, 2, 1,
    ]);
  });

  it('keeps the order of the response for names, which is sorted by them', () => {
    const rows = [row(3, { tenant_name: 'Leisure 2' }), row(1, { tenant_name: 'Leisure 10' })];
    expect(order('name', 'asc', ...rows)).toEqual([3, 1]);
    expect(order('name', 'desc', ...rows)).toEqual([1, 3]);
  });

  it('counts the services', () => {
    expect(order('services', 'desc', row(1), row(2, { strive_tenant: true }))).toEqual([2, 1]);
  });

  it('keeps the order for an unknown column', () => {
    expect(order('toString', 'asc', row(2), row(1))).toEqual([2, 1]);
  });
});
