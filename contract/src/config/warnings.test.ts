import { describe, expect, it } from 'vitest';
import type { EditableItem } from './rules.ts';
import type { KeyMeta } from './schema.ts';
import { errorsOf, warningsOf } from './warnings.ts';

const meta = (key_name: string, more: Partial<KeyMeta> = {}): KeyMeta => ({
  key_name,
  type: 'string',
  options: [],
  description: '',
  dependencies: [],
  depends: [],
  secret: false,
  ...more,
});
const item = (key: string, value: string, more: Partial<EditableItem> = {}): EditableItem => ({
  key,
  value,
  type: 1,
  state: 1,
  valueTemplate: null,
  masked: false,
  ...more,
});
const messages = (items: EditableItem[], keys: KeyMeta[]) => warningsOf(items, keys).map((remark) => remark.message);

describe('warnings', () => {
  const keys = [meta('BASKET', { dependencies: [{ name: 'MODE', values: ['shop', 'both'] }] })];

  it('flags a setting whose dependency has a value outside the allowed ones [CFG-51]', () => {
    expect(warningsOf([item('BASKET', 'True'), item('MODE', 'none')], keys)).toEqual([
      { key: 'BASKET', message: 'BASKET is not compatible with setting MODE=none' },
    ]);
    expect(messages([item('BASKET', 'True'), item('MODE', 'both')], keys)).toEqual([]);
    expect(messages([item('BASKET', 'True')], keys)).toEqual([]);
    expect(messages([item('MODE', 'none')], keys)).toEqual([]);
  });

  it('flags a setting whose required setting is not true, with its value [CFG-52]', () => {
    const needing = [meta('A', { depends: [{ depends_on_name: 'B' }] })];
    expect(messages([item('A', 'x'), item('B', 'False')], needing)).toEqual([
      'A requires B to be true (Currently False)',
    ]);
    expect(messages([item('A', 'x'), item('B', '')], needing)).toEqual(['A requires B to be true (Currently empty)']);
    expect(messages([item('A', 'x')], needing)).toEqual(['A requires B to be true (Currently not set)']);
    expect(messages([item('A', 'x'), item('B', 'True', { state: 0 })], needing)).toHaveLength(1);
    expect(messages([item('A', 'x'), item('B', 'True')], needing)).toEqual([]);
  });

  it('ignores settings that are not exported and masked values', () => {
    expect(messages([item('BASKET', 'x', { state: 0 }), item('MODE', 'none')], keys)).toEqual([]);
    expect(messages([item('BASKET', 'x'), item('MODE', '', { masked: true })], keys)).toEqual([]);
  });
});

describe('a date', () => {
  const keys = [meta('expires', { type: 'date' })];

  it('is empty or a valid day', () => {
    for (const value of ['', '2027-03-31', '2028-02-29', '2027-03-31 12:00:00'])
      expect(messages([item('expires', value)], keys)).toEqual([]);
    for (const value of ['abc', '2027-02-29', '31/03/2027', 'never'])
      expect(messages([item('expires', value)], keys)).toEqual([
        `expires must be a date like 2027-03-31, or empty (Currently ${value})`,
      ]);
    expect(messages([item('expires', 'abc', { state: 0 })], keys)).toEqual([]);
  });
});

describe('errors', () => {
  it('reports values that are invalid for their keys', () => {
    const keys = [
      meta('FLAG', { type: 'boolean' }),
      meta('PORT', { type: 'number' }),
      meta('CURRENCY', { type: 'select', options: [{ display_name: 'Pounds', value: 'GBP' }] }),
    ];
    const wrong = [item('FLAG', 'maybe'), item('PORT', '8o'), item('CURRENCY', 'DM'), item('OTHER', 'x')];
    expect(errorsOf(wrong, keys).map((remark) => remark.key)).toEqual(['FLAG', 'PORT', 'CURRENCY']);
    expect(errorsOf([item('FLAG', '')], keys)).toEqual([
      { key: 'FLAG', message: 'FLAG must be True or False (Currently empty)' },
    ]);
    expect(errorsOf([item('FLAG', 'True'), item('PORT', '-1.5'), item('CURRENCY', 'GBP')], keys)).toEqual([]);
  });
});
