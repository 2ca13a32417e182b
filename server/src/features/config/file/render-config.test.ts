import { findConfigKind } from '@mission-control/contract/config/kinds';
import { describe, expect, it } from 'vitest';
import { hashOf, publishFile, publishedPath, renderConfig } from './render-config.ts';
import { exportedSettings, type KeyTypes, type RenderItem } from '@mission-control/contract/config/exported-settings';

const none: KeyTypes = new Map();
const item = (
  key: string,
  value: string,
  type: RenderItem['type'] = 1,
  state: RenderItem['state'] = 1,
): RenderItem => ({ key, value, type, state });
const kindOf = (slug: string) => {
  const kind = findConfigKind(slug);
  if (!kind) throw new Error(`There is no ${slug}.`);
  return kind;
};

describe('the settings of a config', () => {
  it('are booleans or numbers only for keys of these types with canonical text', () => {
    const keys: KeyTypes = new Map([
      ['FLAG', { type: 'boolean' }],
      ['PORT', { type: 'number' }],
    ]);
    const dataOf = (key: string, value: string) => exportedSettings('php', [item(key, value)], keys)[0]?.data;
    expect(['True', 'False', 'true', 'yes'].map((value) => dataOf('FLAG', value))).toEqual([true, false, true, 'yes']);
    expect(['80', '-1.5'].map((value) => dataOf('PORT', value))).toEqual([80, -1.5]);
    const texts = ['080', '1.50', '1e3', '-0', '9007199254740993', '', ' 1', '0x10', '1;phpinfo()'];
    expect(texts.map((value) => dataOf('PORT', value))).toEqual(texts);
    expect(dataOf('OTHER', '80')).toBe('80');
    expect(renderConfig(kindOf('strive'), [item('FLAG', 'True'), item('PORT', '80')], keys)).toContain(
      '\nFLAG=true\nPORT=80\n',
    );
  });

  it('have a form by type in PHP, and one form in other formats', () => {
    const items = ([1, 2, 3, 4, 5] as const).map((type) => item(`k${type}`, 'x', type));
    const forms = (format: 'php' | 'json') => exportedSettings(format, items, none).map(({ form }) => form);
    expect(forms('php')).toEqual(['constant', 'constant', 'variable', 'variable', 'block']);
    expect(new Set(forms('json'))).toEqual(new Set(['text']));
  });

  it('exclude stored but not exported items (C-072)', () => {
    const text = renderConfig(kindOf('licence'), [item('A', 'x', 1, 0), item('B', 'y')], none);
    expect(JSON.parse(text)).toEqual({ B: 'y' });
  });
});

describe('the published file', () => {
  it('has a path with the tenant id, and the SHA-256 of its content', () => {
    expect(publishedPath(12, kindOf('strive'))).toBe('tenants/12/strive.env');
    const file = publishFile(12, kindOf('licence'), [item('é', '😀')], none);
    expect(file.path).toBe('tenants/12/licence.json');
    expect(file.sha256).toBe(hashOf(file.content.toString('utf8')));
  });
});
