import type { ConfigKindSlug } from './kinds.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONFIG_KINDS, findConfigKind } from './kinds.ts';
import { CONFIG_VALUE_BYTES, keyFault, reservedFault, valueFault } from './limits.ts';
import {
  cutLength,
  cutValue,
  duplicateMessage,
  fillTemplate,
  isTrue,
  ITEM_TYPE_LABELS,
  optionsOf,
  promoteType,
} from './rules.ts';
import { documentedTemplate, templateItems as itemsOf } from './templates.ts';

/** The items of the documented template. */
const templateItems = (kind: ConfigKindSlug, tenant: string, keys: Parameters<typeof itemsOf>[2]) =>
  itemsOf(documentedTemplate(kind), { tenant_name: tenant }, keys);

describe('the kinds of config', () => {
  it('are seven, each with a label, a suffix and a tab index [CFG-17]', () => {
    expect(CONFIG_KINDS.map(({ slug, label, tabIndex, hashIndex }) => [slug, label, tabIndex, hashIndex])).toEqual([
      ['coursepro', 'CoursePro', 0, 1],
      ['homeportal', 'HomePortal', 1, 2],
      ['homeportal2', 'HomePortal2', 2, 3],
      ['licence', 'Licence', 3, 4],
      ['strive', 'Strive', 4, 5],
      ['insight', 'Insight', 5, 5],
      ['commsportal', 'Commsportal', 6, 5],
    ]);
    expect(findConfigKind('licence')?.service).toBe('coursepro');
  });

  it.each(['__proto__', 'constructor', 'cron', 'select', 'coachportal', ''])('do not include %j', (slug) => {
    expect(findConfigKind(slug)).toBeUndefined();
  });
});

describe('values and types', () => {
  it('shows 300 characters in full and truncates longer values to 297 and an ellipsis [CFG-02]', () => {
    expect(cutValue('x'.repeat(300))).toBe('x'.repeat(300));
    expect(cutValue('x'.repeat(301))).toBe(`${'x'.repeat(297)}...`);
    expect(cutValue('😀'.repeat(301))).toBe(`${'😀'.repeat(297)}...`);
  });

  it('names the five types [CFG-22] [CFG-23] [CFG-24] [CFG-25] [CFG-26]', () => {
    expect(ITEM_TYPE_LABELS).toEqual({
      1: 'Known Constant',
      2: 'Unknown Constant',
      3: 'Single-line Variable',
      4: 'Multi-line Variable',
      5: 'Code Block',
    });
  });

  it('promotes only an unknown constant with a known name [CFG-49]', () => {
    const known = new Set(['A']);
    expect(promoteType(2, 'A', known)).toBe(1);
    expect(promoteType(2, 'B', known)).toBe(2);
    expect(promoteType(3, 'A', known)).toBe(3);
  });

  it('rejects an existing known constant with its own message, and any other duplicate [CFG-50]', () => {
    const [items, known] = [[{ key: 'A' }, { key: 'B' }], new Set(['A', 'C'])];
    expect(duplicateMessage('A', items, known)).toBe('A is a known constant and already exists.');
    expect(duplicateMessage('B', items, known)).toBe('B already exists.');
    expect(duplicateMessage('C', items, known)).toBeNull();
  });

  it("offers True and False for a boolean key, and a key's own options when it has any [CFG-31]", () => {
    expect(optionsOf({ type: 'boolean', options: [] }).map((option) => option.value)).toEqual(['True', 'False']);
    expect(optionsOf({ type: 'string', options: [] })).toEqual([]);
    const options = [{ display_name: 'Pounds', value: 'GBP' }];
    expect(optionsOf({ type: 'select', options })).toEqual(options);
  });

  it('treats True and 1 as true', () => {
    expect(['True', 'true', '1', ' TRUE '].every(isTrue)).toBe(true);
    expect(['False', '0', '', 'yes'].some(isTrue)).toBe(false);
  });
});

describe('limits', () => {
  it.each(['A', '_a', 'a.b.c', 'A1', 'x'.repeat(128)])('accepts the key %j', (key) => expect(keyFault(key)).toBeNull());
  it.each(['', '1a', 'a b', 'a-b', "a'", 'a\n', 'é', '.a', 'x'.repeat(129), 'a;b', '$a'])('rejects the key %j', (key) =>
    expect(keyFault(key)).not.toBeNull(),
  );

  it('counts the bytes of a value in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.nat(3), (text, over) => {
        fc.pre(text.isWellFormed() && !text.includes('\0'));
        const room = CONFIG_VALUE_BYTES - new TextEncoder().encode(text).length;
        expect(valueFault(text + 'a'.repeat(room))).toBeNull();
        expect(valueFault(text + 'a'.repeat(room + 1 + over))).not.toBeNull();
      }),
    );
  });

  it('rejects NUL and lone surrogates in a value', () => {
    expect(valueFault('a\0')).toMatch(/NUL/);
    expect(valueFault('a\uD800')).toMatch(/surrogate/);
  });

  it('rejects names reserved by PHP, only where they would conflict', () => {
    for (const key of ['this', 'GLOBALS', '_SERVER']) {
      expect(reservedFault('php', { key, type: 3 })).toMatch(key);
      expect(reservedFault('php', { key, type: 1 })).toBeNull();
      expect(reservedFault('json', { key, type: 3 })).toBeNull();
    }
    expect(reservedFault('php', { key: 'TRUE', type: 2 })).not.toBeNull();
    for (const key of ['E_ALL', 'PHP_VERSION', 'CONNECTION_TIMEOUT', 'LOG_DEBUG', 'STDIN']) {
      expect(reservedFault('php', { key, type: 1 })).toMatch(key);
      expect(reservedFault('php', { key, type: 3 })).toBeNull();
    }
    for (const key of ['e_all', 'E_MAIL', 'PHP_TIMEZONE', 'CONNECTION_RETRIES'])
      expect(reservedFault('php', { key, type: 1 })).toBeNull();
    expect(reservedFault('json', { key: '__proto__', type: 1 })).not.toBeNull();
  });
});

it('states the full length of a truncated value [CFG-02]', () => {
  expect([cutLength('x'.repeat(300)), cutLength('x'.repeat(301)), cutLength('😀'.repeat(300)), cutLength('')]).toEqual([
    null,
    301,
    null,
    null,
  ]);
});

describe('the default templates', () => {
  const keysOf = (kind: Parameters<typeof templateItems>[0]) =>
    templateItems(kind, 'Acme', new Map()).map((item) => item.key);
  const valueOf = (kind: Parameters<typeof templateItems>[0], key: string) =>
    templateItems(kind, 'Acme', new Map()).find((item) => item.key === key)?.value;

  it('has the fifteen keys of HomePortal2 with the two documented values [CFG-54] [CFG-55] [CFG-56]', () => {
    expect(keysOf('homeportal2')).toEqual([
      'asset_path',
      'available_languages',
      'currencyIso',
      'default_language',
      'enableI18nInheritance',
      'homeportalRedirectUrl',
      'onlinejoining',
      'paymentRedirectUrlBase',
      'postcodeEnabled',
      'postfixApi',
      'prefixApi',
      'tenant_footer',
      'tenant_logo',
      'tenant_name',
      'theme_name',
    ]);
    expect(valueOf('homeportal2', 'currencyIso')).toBe('GBP');
    expect(valueOf('homeportal2', 'default_language')).toBe('en');
  });

  it('has the ten keys of Licence with unlimited centres and courses [CFG-57] [CFG-58]', () => {
    expect(keysOf('licence').toSorted()).toEqual(
      [
        'centres',
        'courses',
        'client',
        'config',
        'ENABLE_HP2_API',
        'ENABLE_HOMEPORTAL_BASKET',
        'disable_terms',
        'distributor',
        'expires',
        'product',
      ].toSorted(),
    );
    expect(valueOf('licence', 'centres')).toBe('unlimited');
    expect(valueOf('licence', 'courses')).toBe('unlimited');
  });

  it('has the keys of Strive and Insight, and none for Commsportal, CoursePro and HomePortal [CFG-59] [CFG-60] [CFG-61]', () => {
    expect(keysOf('strive')).toEqual(['USE_DB_TENANT']);
    expect(keysOf('insight')).toEqual(['DB_HOST', 'DB_DATABASE', 'DB_USERNAME', 'DB_PASSWORD']);
    expect([keysOf('commsportal'), keysOf('coursepro'), keysOf('homeportal')]).toEqual([[], [], []]);
  });

  it('replaces the placeholder with the literal name of the tenant [CFG-21]', () => {
    expect(valueOf('homeportal2', 'tenant_name')).toBe('Acme');
    expect(fillTemplate('{tenant_name} & {tenant_name}', { tenant_name: "$& $1 'x'" })).toBe("$& $1 'x' & $& $1 'x'");
  });
});
