import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONFIG_KINDS } from './kinds.ts';
import type { KeyMeta } from './schema.ts';
import { documentedTemplate, templateFaults, templateItems, usableTemplate } from './templates.ts';
import { errorsOf, warningsOf } from './warnings.ts';

const metaOf = (key_name: string, part: Partial<KeyMeta>): KeyMeta => ({
  key_name,
  type: 'string',
  options: [],
  description: '',
  dependencies: [],
  depends: [],
  secret: false,
  ...part,
});
const options = (...values: string[]) => values.map((value) => ({ display_name: value, value }));

describe.each(CONFIG_KINDS.map(({ slug }) => slug))('the default template of %s', (kind) => {
  const template = documentedTemplate(kind);
  const names = template.map(({ key }) => key);

  it("passes validation whatever types the installation's keys have [CFG-54]", () => {
    const meta = fc.constantFrom<Partial<KeyMeta>>(
      {},
      { type: 'boolean' },
      { type: 'bool', options: options('true', 'false') },
      { type: 'number' },
      { type: 'int' },
      { type: 'select', options: options('AUD', 'EUR') },
      { type: 'select', options: options('GBP', 'en') },
      { type: 'date' },
    );
    fc.assert(
      fc.property(fc.tuple(...names.map(() => meta)), (metas) => {
        const keys = new Map(names.map((name, at) => [name, metaOf(name, metas[at] ?? {})]));
        expect(errorsOf(templateItems(template, { tenant_name: 'Acme' }, keys), keys.values())).toEqual([]);
        expect(templateFaults(kind, usableTemplate(kind, keys), keys)).toEqual([]);
      }),
    );
  });
});

it('enables only the settings that other settings of the template require', () => {
  const keys = new Map(
    [
      metaOf('ENABLE_HP2_API', { type: 'boolean' }),
      metaOf('ENABLE_HOMEPORTAL_BASKET', { type: 'boolean', depends: [{ depends_on_name: 'ENABLE_HP2_API' }] }),
      metaOf('disable_terms', { type: 'boolean' }),
    ].map((meta) => [meta.key_name, meta]),
  );
  const items = templateItems(documentedTemplate('licence'), { tenant_name: 'Acme' }, keys);
  const values = Object.fromEntries(items.map(({ key, value }) => [key, value]));
  expect(values).toMatchObject({ ENABLE_HP2_API: 'True', ENABLE_HOMEPORTAL_BASKET: 'False', disable_terms: 'False' });
  expect(warningsOf(items, keys.values())).toEqual([]);
});

it('reports validator remarks on a template, reserved names and secrets', () => {
  const keys = new Map(
    [
      metaOf('CENTRES', { type: 'number' }),
      metaOf('BASKET', { depends: [{ depends_on_name: 'API' }] }),
      metaOf('TOKEN', { secret: true, type: 'number' }),
      metaOf('SIGNING_KEY', { secret: false }),
    ].map((meta) => [meta.key_name, meta]),
  );
  const rows = [
    { key: 'CENTRES', value: 'many' },
    { key: 'BASKET', value: 'x' },
    { key: 'TOKEN', value: 'hush' },
    { key: 'SIGNING_KEY', value: 'not secret by its metadata' },
    { key: 'unknown', value: '{tenant_name}' },
    // Without metadata: by name and by value (0050).
    { key: 'STRIPE_SECRET', value: 'hush' },
    { key: 'DB_PASSWORD', value: '' },
    { key: 'DSN', value: 'mysql://app:hush@db-1/main' },
  ];
  expect(templateFaults('coursepro', rows, keys)).toEqual([
    'CENTRES must be a number (Currently many)',
    'BASKET requires API to be true (Currently not set)',
    'TOKEN is a secret: leave it empty, each tenant has its own',
    'STRIPE_SECRET is a secret: leave it empty, each tenant has its own',
    'DSN is a secret: leave it empty, each tenant has its own',
  ]);
});
