import { describe, expect, it } from 'vitest';
import { appliedItem, draftFaults, draftRemarks, valueInput, valueOptions, withKey } from './draft.ts';
import { item, keyMeta } from './testing.ts';

const metas = [
  keyMeta('FLAG', { type: 'boolean' }),
  keyMeta('THEME', { options: [{ display_name: 'Dark blue', value: 'dark-blue' }] }),
  keyMeta('BASKET', { depends: [{ depends_on_name: 'FLAG' }] }),
  keyMeta('HOST'),
];
const keys = new Map(metas.map((meta) => [meta.key_name, meta]));

describe('the control of a value', () => {
  it('follows the type: one line, many lines, code [CFG-24, CFG-25, CFG-26]', () => {
    expect(valueInput({ key: 'x', type: 3 }, keys, false)).toBe('line');
    expect(valueInput({ key: 'x', type: 4 }, keys, false)).toBe('lines');
    expect(valueInput({ key: 'x', type: 5 }, keys, false)).toBe('code');
  });

  it('hides a secret of any type', () => {
    expect(valueInput({ key: 'x', type: 1 }, keys, true)).toBe('secret');
    expect(valueInput({ key: 'x', type: 5 }, keys, true)).toBe('secret-lines');
  });

  it('offers True and False for a boolean key [CFG-31]', () => {
    expect(valueInput({ key: 'FLAG', type: 1 }, keys, false)).toBe('options');
    expect(valueOptions(metas[0]!, 'True').map((option) => option.label)).toEqual(['True', 'False']);
  });

  it('offers the display name and keeps the value of an option [CFG-32]', () => {
    expect(valueOptions(metas[1]!, '')).toEqual([{ value: 'dark-blue', label: 'Dark blue' }]);
    expect(valueOptions(metas[1]!, 'pink').at(-1)).toEqual({ value: 'pink', label: 'pink (not an option)' });
  });
});

describe('adding a setting', () => {
  it('refuses a known constant that already exists [CFG-50]', () => {
    const place = { format: 'php', local: [item('HOST', 'a')], keys } as const;
    const faults = draftFaults(item('HOST', 'b', { type: 1 }), place);
    expect(faults.key).toBe('HOST is a known constant and already exists.');
  });

  it('rejects a name that is invalid in the file before sending', () => {
    const faultOf = (format: 'php' | 'dotenv', key: string, type: 2 | 3 = 2) =>
      draftFaults(item(key, 'x', { type }), { format, local: [], keys }).key;
    expect(faultOf('php', 'true')).toBe('true is reserved by PHP. Choose another name.');
    expect(faultOf('php', 'argv')).toBeNull();
    expect(faultOf('php', 'argv', 3)).toBe('argv is reserved by PHP. Choose another name.');
    expect(faultOf('dotenv', 'true')).toBeNull();
    expect(faultOf('dotenv', '__proto__')).toBe('__proto__ cannot be the name of a setting.');
    expect(faultOf('dotenv', 'K'.repeat(129))).toBe('A name has at most 128 characters.');
  });

  it('makes a known name a known constant, and back [CFG-49]', () => {
    const known = withKey(item('', ''), 'HOST', keys);
    expect(known.type).toBe(1);
    expect(withKey(known, 'HOSTS', keys).type).toBe(2);
    expect(withKey(item('', '', { type: 5 }), 'HOST', keys).type).toBe(5);
  });

  it('drops a value that is not an option of the new name', () => {
    expect(withKey(item('', 'pink'), 'THEME', keys).value).toBe('');
    expect(withKey(item('', 'dark-blue'), 'THEME', keys).value).toBe('dark-blue');
  });
});

describe('the remarks of a dialog', () => {
  it('warn before the setting is applied [CFG-52]', () => {
    const remarks = draftRemarks(item('BASKET', 'x', { type: 1 }), [item('FLAG', 'False')], keys);
    expect(remarks).toEqual([{ meaning: 'warn', message: 'BASKET requires FLAG to be true (Currently False)' }]);
    expect(draftRemarks(item('FLAG', 'maybe', { type: 1 }), [], keys)).toEqual([
      { meaning: 'bad', message: 'FLAG must be True or False (Currently maybe)' },
    ]);
  });

  it('name other settings that the edit invalidates, but not those that were invalid before', () => {
    const local = [item('FLAG', 'True', { type: 1 }), item('BASKET', 'x')];
    expect(draftRemarks(item('FLAG', 'False', { type: 1 }), local, keys)).toEqual([
      { meaning: 'warn', message: 'BASKET requires FLAG to be true (Currently False)' },
    ]);
    expect(draftRemarks(item('HOST', 'x'), [item('FLAG', 'False'), item('BASKET', 'x')], keys)).toEqual([]);
  });
});

describe('a revealed secret', () => {
  it('counts as unchanged while its value is the saved one', () => {
    expect(appliedItem({ item: item('PASS', 'old'), revealed: 'old' }, keys)).toMatchObject({
      masked: true,
      value: '',
    });
    expect(appliedItem({ item: item('PASS', 'new'), revealed: 'old' }, keys)).toMatchObject({
      masked: false,
      value: 'new',
    });
  });
});
