import { describe, expect, it } from 'vitest';
import { bulkSearch } from './bulk-search.ts';
import { actionOf, parseShares, type ActionFields } from './bulk-words.ts';

describe('the shares of the stages', () => {
  it.each([
    ['10%, 50%, rest', [10, 50]],
    ['10 %, 50 %, rest', [10, 50]],
    ['5,20', [5, 20]],
    ['25%', [25]],
    ['', []],
    ['the rest', []],
  ])('%j', (text, shares) => expect(parseShares(text)).toEqual(shares));

  it.each(['50, 10', '100', '0', 'half', '10.5'])('%j is none', (text) => expect(parseShares(text)).toBeNull());
});

describe('the action of the form', () => {
  const fields: ActionFields = {
    action: 'setting',
    config: 'coursepro',
    change: 'set',
    key: ' BRIDGE ',
    value: ' 1',
    commit: true,
    acceptLosses: false,
    service: 'strive',
    on: true,
    ends: 60,
    group: ' dev ',
    level: 'DEBUG',
    minutes: 15,
  };
  const now = Date.parse('2026-11-21T09:00:00Z');

  it('has what its kind needs', () => {
    const setting = { kind: 'setting', config: 'coursepro', change: 'set', key: 'BRIDGE', value: ' 1', commit: true };
    expect(actionOf(fields, now)).toEqual(setting);
    expect(actionOf({ ...fields, change: 'remove' }, now)).toMatchObject({ value: '' });
    const until = '2026-11-21T10:00:00.000Z';
    const cron = { kind: 'switch', service: 'strive', name: 'cron', on: true, until };
    expect(actionOf({ ...fields, action: 'cron' }, now)).toEqual(cron);
    expect(actionOf({ ...fields, action: 'active', ends: 0 }, now)).toEqual({ kind: 'active', on: true });
    expect(actionOf({ ...fields, action: 'deployment-group' }, now)).toEqual({
      kind: 'deployment-group',
      group: 'dev',
    });
  });
});

it('keeps what a bulk change is about in the address, without invalid values', () => {
  expect(bulkSearch({ undo: 3, tenants: '1.2', action: 'commit', config: 'coursepro' })).toEqual({
    undo: 3,
    tenants: '1.2',
    action: 'commit',
    config: 'coursepro',
  });
  expect(bulkSearch({ undo: -1, retry: 'x', tenants: '1,2', action: 'drop', config: '__proto__' })).toEqual({});
});
