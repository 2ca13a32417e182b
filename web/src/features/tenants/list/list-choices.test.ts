import { describe, expect, it } from 'vitest';
import { firstChoices, foundChoices, groupChoices, type Choice } from './list-choices.ts';
import { indexFacets, passFacets } from './list-facets.ts';
import type { TenantFilter } from '@mission-control/contract/tenants/groups';
import { testRow } from '../testing/tenant.ts';

function choicesOf(name: string, filter: TenantFilter) {
  const rows = ['dev', 'production', 'production', 'sandbox'].map((group, id) =>
    testRow(id, { deployment_group: group, region: group === 'sandbox' ? 'us-east-1' : 'eu-west-1' }),
  );
  const index = indexFacets(rows);
  const { counts } = passFacets(index, new Uint8Array(rows.length).fill(1), filter);
  return groupChoices(index, counts, filter).find(({ group }) => group.name === name)?.choices ?? [];
}

const choice = (value: string, count: number, chosen = false): Choice => ({
  value,
  label: value,
  count,
  total: count,
  chosen,
});

describe('the choices of a group', () => {
  it('are ordered by number of rows, with the usual labels', () => {
    expect(choicesOf('Group', {}).map(({ label, count }) => `${label} ${count}`)).toEqual([
      'PROD 2',
      'DEV 1',
      'sandbox 1',
    ]);
  });

  it('keep their place when they match nothing, as does a chosen value without rows', () => {
    const filter = { region: ['us-east-1'], group: ['gone'] };
    expect(choicesOf('Group', filter)).toEqual([
      { value: 'production', label: 'PROD', count: 0, total: 2, chosen: false },
      { value: 'dev', label: 'DEV', count: 0, total: 1, chosen: false },
      { value: 'sandbox', label: 'sandbox', count: 1, total: 1, chosen: false },
      { value: 'gone', label: 'gone', count: 0, total: 0, chosen: true },
    ]);
  });

  it('are the first ones regardless of their counts, and always the chosen ones', () => {
    const all = [choice('a', 0), choice('b', 3), choice('c', 2), choice('d', 1), choice('e', 0, true)];
    expect(firstChoices(all, 2).map(({ value }) => value)).toEqual(['a', 'b', 'e']);
    expect(firstChoices(all, 4)).toBe(all);
  });

  it('can be searched; the chosen ones stay', () => {
    const all = [choice('Café', 1), choice('Brimham', 1), choice('Dale', 0, true)];
    expect(foundChoices(all, ' cafe\u0301 ').map(({ value }) => value)).toEqual(['Café', 'Dale']);
  });
});
