import type { TenantRow } from '@mission-control/contract/tenants/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listedTenants, narrowTenants, sortTenants } from './list-rows.ts';
import { testRow as row } from './testing.ts';

const now = new Date('2026-11-21T12:00:00Z');
const list = (...rows: TenantRow[]) => listedTenants(rows, now);
const ids = (tenants: readonly { row: TenantRow }[]) => tenants.map((tenant) => tenant.row._id);

describe('narrowing the tenant list', () => {
  const tenants = list(
    row(1, { tenant_name: 'Brimham Active' }),
    row(2, { tenant_name: 'Café Swim' }),
    row(3, { tenant_status: '0' }),
  );

  it('hides inactive tenants unless the switch is on [TLS-38]', () => {
    expect(ids(narrowTenants(tenants, { search: '', showInactive: false }).rows)).toEqual([1, 2]);
    expect(ids(narrowTenants(tenants, { search: '', showInactive: true }).rows)).toEqual([1, 2, 3]);
  });

  it('finds words in any order, of any case and Unicode form, in name, account and places [TLS-39]', () => {
    const found = (search: string) => ids(narrowTenants(tenants, { search, showInactive: true }).rows);
    expect(found(' ACTIVE brim ')).toEqual([1]);
    expect(found('cafe\u0301')).toEqual([2]);
    expect(found('dale xn')).toEqual([1, 2, 3]);
    expect(found('brimham staging')).toEqual([]);
  });

  it('counts the switch as hidden, and the search too as filtered [TLS-42]', () => {
    const { hidden, filtered } = narrowTenants(tenants, { search: 'zzzz', showInactive: false });
    expect({ hidden, filtered }).toEqual({ hidden: 1, filtered: 3 });
  });

  it('never loses or invents a row, and keeps the order', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.string(), fc.boolean(), (actives, search, showInactive) => {
        const all = list(...actives.map((active, id) => row(id, { tenant_status: active ? '1' : '0' })));
        const { rows, filtered } = narrowTenants(all, { search, showInactive });
        expect(rows.length + filtered).toBe(all.length);
        expect(ids(rows)).toEqual(ids(rows).toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('sorting the tenant list', () => {
  const order = (column: string, direction: 'asc' | 'desc', ...rows: TenantRow[]) =>
    ids(sortTenants(list(...rows), { column, direction }));

  it('puts licences that need somebody first, and those that never expire last, either way', () => {
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

  it('counts the services', () => {
    expect(order('services', 'desc', row(1), row(2, { strive_tenant: true }))).toEqual([2, 1]);
  });

  it('leaves the rows as they are for a column that does not exist', () => {
    expect(order('toString', 'asc', row(2), row(1))).toEqual([2, 1]);
  });
});
