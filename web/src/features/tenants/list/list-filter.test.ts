import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../lib/testing/memory-storage.ts';
import { keepListFilter, readListFilter } from './list-filter.ts';
import { FILTER_GROUPS } from '@mission-control/contract/tenants/groups';

describe('what the tenant list keeps in the browser', () => {
  it('is one entry called tenantListFilter [TLS-43, TLS-44]', () => {
    const storage = memoryStorage();
    const choice = { filter: { region: ['eu-west-1'], version: ['4.10'] }, showInactive: true };
    keepListFilter(storage, choice);
    expect(JSON.parse(storage.getItem('tenantListFilter') ?? '')).toEqual(choice);
    expect(readListFilter(storage)).toEqual(choice);
  });

  it('is empty if absent or invalid', () => {
    const nothing = { filter: {}, showInactive: false };
    expect(readListFilter(memoryStorage())).toEqual(nothing);
    for (const text of [
      '{"filter":',
      'null',
      '[]',
      '"x"',
      '{"filter":{"region":{"eu":1}},"showInactive":"yes"}',
      '{"filter":{"__proto__":["a"],"constructor":["b"],"toString":["c"]}}',
    ]) {
      expect(readListFilter({ getItem: () => text })).toEqual(nothing);
    }
  });

  it('is readable from any text, and contains only known groups', () => {
    const keys = new Set<string>(FILTER_GROUPS.map(({ key }) => key));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { filter, showInactive } = readListFilter({ getItem: () => text });
        expect(typeof showInactive).toBe('boolean');
        expect(Object.keys(filter).every((key) => keys.has(key))).toBe(true);
        const values: unknown[] = Object.values(filter).flat();
        expect(values.every((value) => typeof value === 'string')).toBe(true);
      }),
    );
  });

  it('is empty where the browser stores nothing, rather than an older choice', () => {
    const choice = { filter: { region: ['eu-west-1'] }, showInactive: true };
    const full = memoryStorage();
    keepListFilter(full, choice);
    keepListFilter(
      { getItem: full.getItem, setItem: refuse, removeItem: full.removeItem },
      { filter: {}, showInactive: false },
    );
    expect(readListFilter(full).filter).toEqual({});
    const blocked = { getItem: refuse, setItem: refuse, removeItem: refuse };
    keepListFilter(blocked, choice);
    expect(readListFilter(blocked)).toEqual({ filter: {}, showInactive: false });
    expect(readListFilter(null)).toEqual({ filter: {}, showInactive: false });
  });
});

function refuse(): never {
  throw new DOMException('Blocked', 'SecurityError');
}
