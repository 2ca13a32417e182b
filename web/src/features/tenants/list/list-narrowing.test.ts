import { readFilter } from '@mission-control/contract/tenants/groups';
import { passesView, readViewFilter } from '@mission-control/contract/tenants/view-filter';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { tenantListSearch } from './list-search.ts';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepTenants, narrowTenants, prepareList, type Narrowing, type TenantList } from './list-narrowing.ts';
import { testRow as row } from '../testing/tenant.ts';

const now = new Date('2026-11-21T12:00:00Z');
const list = (...rows: TenantRow[]) => prepareList(rows, now);
const ids = (tenants: readonly { row: TenantRow }[]) => tenants.map((tenant) => tenant.row._id);
const narrowing = (part: Partial<Narrowing>): Narrowing => ({
  search: '',
  showInactive: false,
  filter: {},
  environment: undefined,
  only: undefined,
  ...part,
});

const narrow = (all: TenantList, by: Narrowing, sorted?: TenantList['tenants']) =>
  narrowTenants(all, { ...by, kept: keepTenants(all, by) }, sorted);

describe('narrowing the tenant list', () => {
  const tenants = list(
    row(1, { tenant_name: 'Brimham Active' }),
    row(2, { tenant_name: 'Café Swim' }),
    row(3, { tenant_status: '0' }),
  );

  it('hides inactive tenants unless the switch is on [TLS-38]', () => {
    expect(ids(narrow(tenants, narrowing({ search: '', showInactive: false })).rows)).toEqual([1, 2]);
    expect(ids(narrow(tenants, narrowing({ search: '', showInactive: true })).rows)).toEqual([1, 2, 3]);
  });

  it('finds words in any order, of any case and Unicode form, in name, account and places [TLS-39]', () => {
    const found = (search: string) => ids(narrow(tenants, narrowing({ search, showInactive: true })).rows);
    expect(found(' ACTIVE brim ')).toEqual([1]);
    expect(found('cafe\u0301')).toEqual([2]);
    expect(found('dale xn')).toEqual([1, 2, 3]);
    expect(found('brimham staging')).toEqual([]);
  });

  it('counts the switch as hidden, and the search too as filtered [TLS-42]', () => {
    const { hidden, filtered } = narrow(tenants, narrowing({ search: 'zzzz', showInactive: false }));
    expect({ hidden, filtered }).toEqual({ hidden: 1, filtered: 3 });
  });

  it('never loses or invents a row, and keeps the order', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.string(), fc.boolean(), (actives, search, showInactive) => {
        const all = list(...actives.map((active, id) => row(id, { tenant_status: active ? '1' : '0' })));
        const { rows, filtered } = narrow(all, narrowing({ search, showInactive }));
        expect(rows.length + filtered).toBe(actives.length);
        expect(ids(rows)).toEqual(ids(rows).toSorted((a, b) => a - b));
      }),
    );
  });

  it('counts what filter and environment leave out as hidden, the search only as filtered [TLS-37, TLS-42]', () => {
    const rows = Array.from({ length: 12 }, (_, id) =>
      row(id, {
        tenant_name: id === 2 ? 'Fenland' : 'Dale',
        region: id < 5 ? 'eu-west-1' : 'us-east-1',
        environment_ids: id < 3 ? [7, 8] : [8],
      }),
    );
    const filter = { region: ['eu-west-1'] };
    const { hidden, rows: shown } = narrow(list(...rows), narrowing({ filter }));
    expect([hidden, ids(shown)]).toEqual([7, [0, 1, 2, 3, 4]]);
    const one = narrow(list(...rows), narrowing({ filter, environment: 7, search: 'fenland' }));
    expect([one.hidden, one.filtered, ids(one.rows)]).toEqual([9, 11, [2]]);
  });

  it('keeps the given order, and counts choices over the rows that the search and the switch leave', () => {
    const prepared = list(row(1), row(2, { region: 'us-east-1' }), row(3, { tenant_status: '0' }));
    const backwards = prepared.tenants.toReversed();
    const { rows, counts } = narrow(prepared, narrowing({ search: 'tenant' }), backwards);
    expect(ids(rows)).toEqual([2, 1]);
    expect([...(counts().get('region') ?? [])]).toEqual([1, 1]);
  });
});

it('shows the tenants that rules by a view of the same address apply to', () => {
  const regions = ['eu-west-1', 'ap-south-1'];
  const texts = fc.constantFrom('staging', 'live', '4.10', '4.9', 'x "y"');
  const chosen = fc.oneof(texts, fc.uniqueArray(texts, { minLength: 1, maxLength: 2 }));
  const parameters = fc.record({
    q: fc.constantFrom('active', 'swim caf', '12', 'caf\u00e9'),
    group: chosen,
    version: chosen,
    region: fc.constantFrom(...regions),
    inactive: fc.boolean(),
    environment: fc.constantFrom<unknown>(1, 2, 0, '1', '0x1', true),
  });
  // Few at a time, so that something passes.
  const address = fc
    .tuple(
      parameters,
      fc.shuffledSubarray(['q', 'group', 'version', 'region', 'inactive', 'environment'], { maxLength: 2 }),
    )
    .map(([all, keys]) => Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key))));
  const tenant = fc.record({
    tenant_name: fc.constantFrom('Brimham Active', 'Caf\u00e9 Swim', '12 Oaks'),
    tenant_status: fc.constantFrom('0' as const, '1' as const),
    deployment_group: texts,
    coursepro_version: fc.option(texts),
    region: fc.constantFrom(...regions),
    environment_ids: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  });
  let [shown, hidden] = [0, 0];
  fc.assert(
    fc.property(fc.array(tenant, { minLength: 1, maxLength: 12 }), address, (parts, wanted) => {
      const rows = parts.map((part, at) => row(at + 1, part));
      const search = defaultStringifySearch(wanted).slice(1);
      const state = tenantListSearch(defaultParseSearch(search));
      const view = readViewFilter(search);
      const found = narrow(prepareList(rows, now), {
        search: state.q ?? '',
        showInactive: state.inactive ?? false,
        filter: readFilter({ ...state }),
        environment: state.environment,
        only: undefined,
      });
      const expected = rows.filter((one) => view !== null && passesView(one, view));
      expect(ids(found.rows).toSorted((a, b) => a - b)).toEqual(expected.map(({ _id }) => _id));
      shown += expected.length;
      hidden += rows.length - expected.length;
    }),
    { numRuns: 500 },
  );
  expect(Math.min(shown, hidden)).toBeGreaterThan(100);
});

it.each(['attention=any', 'reports=stale', 'uses=certificate:5', 'at=2026-11-01T00:00:00Z', 'view=deleted'])(
  'no rule follows a view with %s',
  (search) => expect(readViewFilter(`group=live&${search}`)).toBeNull(),
);
