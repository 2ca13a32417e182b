import { describe, expect, it } from 'vitest';
import { choicesOf, MOST_SHOWN, tenantMatches } from './tenant-matches.ts';

describe('the tenants to choose from', () => {
  const choices = choicesOf([
    ...Array.from({ length: 10_000 }, (_, id) => ({ id, tenant_name: `Leisure ${id}` })),
    { id: 20_000, tenant_name: 'West Leisure' },
    { id: 20_001, tenant_name: 'Éclair' },
  ]);
  const found = (text: string) => tenantMatches(choices, text).map(({ name }) => name);

  it('are found by a part of their name in any case, those that start with it first, at most 50', () => {
    expect(found('  leisure 9999')).toEqual(['Leisure 9999']);
    expect(found('WEST')).toEqual(['West Leisure']);
    expect(found('éCLAIR')).toEqual(['Éclair']);
    expect(found('leisure')).toHaveLength(MOST_SHOWN);
    expect(found('')).toHaveLength(MOST_SHOWN);
    expect(found('nothing like it')).toEqual([]);
  });

  it('are found by their id', () => {
    expect(found('20000')).toEqual(['West Leisure']);
  });
});
