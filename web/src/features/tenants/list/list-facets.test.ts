import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexFacets, passFacets } from './list-facets.ts';
import { FILTER_GROUPS, type FilterGroup, type TenantFilter } from '@mission-control/contract/tenants/groups';
import { testRow } from '../testing/tenant.ts';

const few = (...values: string[]) => fc.constantFrom(...values);
const maybe = (...values: string[]) => fc.option(few(...values));

const someRow = fc
  .record({
    region: few('eu-west-1', 'us-east-1'),
    deployment_group: few('production', 'dev', '', '__proto__'),
    account_name: few('A', 'B', 'toString'),
    coursepro_version: maybe('4.9.1', '4.10.0'),
    coursepro_bridge: maybe('xnrest', 'constructor'),
    cpweb_name: maybe('eu-prod-web-01'),
    strive_tenant: fc.boolean(),
    coursepro_tenant: fc.boolean(),
  })
  .map((part) => testRow(1, part));

const someFilter: fc.Arbitrary<TenantFilter> = fc.record(
  {
    region: fc.subarray(['eu-west-1', 'us-east-1', 'nowhere'], { minLength: 1 }),
    group: fc.subarray(['production', 'dev', '__proto__'], { minLength: 1 }),
    account: fc.subarray(['A', 'B', 'toString'], { minLength: 1 }),
    version: fc.subarray(['4.9.1', '4.10.0'], { minLength: 1 }),
    service: fc.subarray(['strive', 'coursepro', 'insight'], { minLength: 1 }),
    bridge: fc.subarray(['xnrest', 'constructor'], { minLength: 1 }),
  },
  { requiredKeys: [] },
);

const fits = (row: TenantRow, group: FilterGroup, filter: TenantFilter) =>
  filter[group.key] === undefined || group.valuesOf(row).some((value) => filter[group.key]?.includes(value));

describe('the filter of the tenant list', () => {
  it('has the eleven groups of the documents, in their order [TLS-26, TLS-27, TLS-28, TLS-29, TLS-30, TLS-31, TLS-32, TLS-33, TLS-34, TLS-35, TLS-36]', () => {
    expect(FILTER_GROUPS.map(({ name }) => name)).toEqual([
      'Region',
      'Group',
      'Account',
      'Service',
      'Version',
      'CP DB Version',
      'CP DB Label',
      'CP Bridge',
      'CP Env',
      'Insight Env',
      'Comms Portal Env',
    ]);
    const row = testRow(1, {
      db_version: '3.1',
      insight_web_name: 'i',
      commsportal_web_name: 'c',
      insight_tenant: true,
    });
    expect(FILTER_GROUPS.map((group) => group.valuesOf(row))).toEqual([
      ['eu-west-1'],
      ['production'],
      ['Brimham & Dale'],
      ['insight'],
      ['4.18.1'],
      ['3.1'],
      ['eu-db-03'],
      ['xnrest'],
      ['eu-prod-web-03'],
      ['i'],
      ['c'],
    ]);
  });

  it('matches a row-by-row evaluation: OR inside a group, AND across, each count by the other groups', () => {
    fc.assert(
      fc.property(fc.array(someRow), someFilter, fc.infiniteStream(fc.boolean()), (rows, filter, scope) => {
        const inScope = rows.map(() => scope.next().value === true);
        const index = indexFacets(rows);
        const { passes, counts } = passFacets(index, Uint8Array.from(inScope, Number), filter);
        expect([...passes]).toEqual(
          rows.map((row) => (FILTER_GROUPS.every((group) => fits(row, group, filter)) ? 1 : 0)),
        );
        for (const { group, values } of index) {
          const others = FILTER_GROUPS.filter((other) => other !== group);
          const wouldShow = (value: string) =>
            rows.filter(
              (row, at) =>
                inScope[at] && group.valuesOf(row).includes(value) && others.every((other) => fits(row, other, filter)),
            ).length;
          expect([...(counts.get(group.key) ?? [])]).toEqual(values.map(wouldShow));
        }
      }),
    );
  });

  it('offers each value once: by name, versions newest first, services in their usual order', () => {
    const rows = ['4.9.1', '4.10.0', null, '4.9.1'].map((version, id) => testRow(id, { coursepro_version: version }));
    const values = new Map(indexFacets(rows).map((facet) => [facet.group.name, facet.values]));
    expect(values.get('Version')).toEqual(['4.10.0', '4.9.1']);
    const behind = indexFacets([...rows, testRow(5, { coursepro_version: '4.9.1', wanted_version: '4.10.0' })]);
    expect(behind.find(({ group }) => group.name === 'Version')?.values).toEqual(['behind', '4.10.0', '4.9.1']);
    expect(values.get('Region')).toEqual(['eu-west-1']);
    expect(values.get('Service')).toEqual(SERVICES.map(({ slug }) => slug));
  });
});
