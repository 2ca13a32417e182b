import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../lib/testing/memory-storage.ts';
import { keepListFilter } from './list-filter.ts';
import { choiceInAddress, effectiveChoice, explicitSearch, tenantListSearch } from './list-search.ts';

describe('the address of the tenant list', () => {
  it('omits default values', () => {
    expect(
      tenantListSearch({ q: ' ', sort: 'name', page: 1, inactive: undefined, region: [], view: 'tenants' }),
    ).toEqual({});
  });

  it('keeps search, sort, page, switch and filter, and reads a number as the text of its digits', () => {
    const all = {
      q: 'brim',
      sort: '-members',
      page: 3,
      region: 'eu-west-1',
      group: ['production', 'staging'],
      inactive: false,
      environment: 7,
      reports: 'stale',
      uses: 'config_key:coursepro:DB_HOST',
      panel: 'filter',
      dialog: 'add',
      view: 'deleted',
    };
    expect(tenantListSearch(all)).toEqual(all);
    expect(tenantListSearch({ q: 1042, dbVersion: 3.21 })).toEqual({ q: '1042', dbVersion: '3.21' });
  });

  it('omits invalid values', () => {
    const odd = {
      page: 1.5,
      environment: -1,
      reports: 'odd',
      uses: 'certificate',
      region: { eu: 1 },
      account: '',
      service: [3, null, 'strive', 'strive'],
    };
    expect(tenantListSearch({ ...odd, ['__proto__']: 'x', view: 'all' })).toEqual({ service: ['3', 'strive'] });
  });

  it('accepts any address', () => {
    const anything = (...keys: string[]) => fc.record(Object.fromEntries(keys.map((key) => [key, fc.anything()])));
    fc.assert(
      fc.property(
        anything('q', 'sort', 'page', 'inactive', 'region', 'version', 'environment', 'reports', 'panel', 'view'),
        (any) => {
          const once = tenantListSearch(any);
          expect(tenantListSearch({ ...once })).toEqual(once);
        },
      ),
    );
  });
});

describe('address and memory of the tenant list', () => {
  const remembered = memoryStorage();
  keepListFilter(remembered, { filter: { region: ['us-east-1'] }, showInactive: true });
  const others = [memoryStorage(), remembered];

  it('takes the remembered choice for the plain address only [TLS-43, TLS-44]', () => {
    expect(effectiveChoice({}, remembered)).toEqual({ filter: { region: ['us-east-1'] }, showInactive: true });
    const nothing = { filter: {}, showInactive: false };
    expect(effectiveChoice({ page: 2 }, remembered)).toEqual(nothing);
    expect(effectiveChoice({ environment: 7 }, remembered)).toEqual(nothing);
    expect(effectiveChoice({ region: 'eu-west-1' }, remembered)).toEqual({
      filter: { region: ['eu-west-1'] },
      showInactive: false,
    });
  });

  it('means the same for everybody once it is written, regardless of their stored choices', () => {
    const search = fc.record(
      {
        q: fc.string(),
        page: fc.nat(),
        region: fc.array(fc.constantFrom('eu-west-1', 'us-east-1')),
        inactive: fc.boolean(),
        environment: fc.nat(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(search, (raw) => {
        const shown = { ...tenantListSearch(raw) };
        const written = explicitSearch(shown, remembered);
        const { filter, showInactive } = effectiveChoice(written, remembered);
        expect({ filter, showInactive: showInactive || undefined }).toEqual({
          filter: effectiveChoice({ ...shown, inactive: shown.inactive ?? false }, null).filter,
          showInactive: shown.inactive || undefined,
        });
        expect(others.map((memory) => effectiveChoice(written, memory))).toEqual([
          { filter, showInactive },
          { filter, showInactive },
        ]);
      }),
    );
  });

  it('can be written from the stored choices', () => {
    expect(choiceInAddress(effectiveChoice({}, remembered))).toEqual({ region: 'us-east-1', inactive: true });
  });
});
