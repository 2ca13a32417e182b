import { describe, expect, it } from 'vitest';
import { choicesOf, MAX_SHOWN, tenantMatches } from './tenant-matches.ts';

describe('tenant choices', () => {
  const choices = choicesOf([
    ...Array.from({ length: 10_000 }, (_, id) => ({ id, tenant_name: `Leisure ${id}` })),
    { id: 20_000, tenant_name: 'West Leisure' },
    { id: 20_001, tenant_name: 'Éclair' },
  ]);
  const found = (text: string) => tenantMatches(choices, text).map(({ name }) => name);

  it('match part of the name in any case, prefix matches first, at most 50', () => {
    expect(found('  leisure 9999')).toEqual(['Leisure 9999']);
    expect(found('WEST')).toEqual(['West Leisure']);
    expect(found('éCLAIR')).toEqual(['Éclair']);
    expect(found('leisure')).toHaveLength(MAX_SHOWN);
    expect(found('')).toHaveLength(MAX_SHOWN);
    expect(found('nothing like it')).toEqual([]);
  });

  it('match by id', () => {
    expect(found('20000')).toEqual(['West Leisure']);
  });
});
