import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../lib/testing/memory-storage.ts';
import { keepListFilter, readListFilter } from './list-filter.ts';

describe('what the tenant list keeps in the browser', () => {
  it('is one entry called tenantListFilter, of which a part can be changed [TLS-43, TLS-44]', () => {
    const storage = memoryStorage();
    keepListFilter(storage, { filter: { Region: ['eu-west-1'] } });
    keepListFilter(storage, { showInactive: true });
    const kept = { filter: { Region: ['eu-west-1'] }, showInactive: true };
    expect(JSON.parse(storage.getItem('tenantListFilter') ?? '')).toEqual(kept);
    expect(readListFilter(storage)).toEqual(kept);
  });

  it('is nothing when there is nothing, or something broken', () => {
    const nothing = { filter: {}, showInactive: false };
    expect(readListFilter(memoryStorage())).toEqual(nothing);
    for (const text of ['{"filter":', 'null', '[]', '"x"', '{"filter":{"Region":"eu"},"showInactive":"yes"}']) {
      expect(readListFilter({ getItem: () => text })).toEqual(nothing);
    }
  });

  it('is readable whatever text stands there', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { filter, showInactive } = readListFilter({ getItem: () => text });
        expect(typeof showInactive).toBe('boolean');
        expect(
          Object.values(filter)
            .flat()
            .every((value) => typeof value === 'string'),
        ).toBe(true);
      }),
    );
  });
});
