import { describe, expect, it } from 'vitest';
import { changesOf, isNewer, lockAt, rollbackOf, rowsOf, versionsAt } from './release-targets.ts';
import { testCurrent, testLock } from './testing/release-page.ts';
import { releaseSearch } from './use-release-search.ts';

describe('a rollback', () => {
  it('targets the previous version, also for several services with equal versions', () => {
    const parts = [testCurrent('strive', 'qa', '2', '1'), testCurrent('strive-api', 'qa', '2', '1')];
    expect(rollbackOf(parts)).toEqual({ from: '2', to: '1' });
  });

  it('is impossible with no previous version', () => {
    const refusal = 'There is no version before this one.';
    expect(rollbackOf([testCurrent('strive', 'qa', '2')])).toEqual({ refusal });
    expect(rollbackOf([testCurrent('strive', 'qa', null)])).toEqual({ refusal });
    expect(rollbackOf([])).toEqual({ refusal });
  });

  it('is refused for services with different versions', () => {
    const refusal = 'Its services have different versions. Roll them back individually.';
    const one = testCurrent('strive', 'qa', '2', '1');
    expect(rollbackOf([one, testCurrent('strive-api', 'qa', '2', '0')])).toEqual({ refusal });
    expect(rollbackOf([one, testCurrent('strive-api', 'qa', '3', '1')])).toEqual({ refusal });
  });
});

it('lists the changes of a deploy in one line, or by service', () => {
  const one = testCurrent('strive', 'qa', '1');
  expect(changesOf([one, testCurrent('strive-api', 'qa', '1')], '2')).toEqual([{ name: null, from: '1' }]);
  expect(changesOf([one, testCurrent('strive-api', 'qa', null), testCurrent('home-portal', 'qa', '2')], '2')).toEqual([
    { name: 'Strive', from: '1' },
    { name: 'Strive API', from: null },
  ]);
  expect(changesOf([], '2')).toEqual([{ name: null, from: null }]);
});

it('finds the lock of a target by any of its services, only on its environment', () => {
  const locks = [testLock()];
  expect(lockAt('coursepro-all', 'staging', locks)?.run_id).toBe(2187);
  expect(lockAt('strive', 'staging', locks)?.run_id).toBe(2187);
  expect(lockAt('strive-api', 'staging', locks)).toBeNull();
  expect(lockAt('strive', 'prod', locks)).toBeNull();
});

it('finds the versions of all parts of a service', () => {
  const all = [
    testCurrent('home-portal', 'qa', '1'),
    testCurrent('strive', 'qa', '2'),
    testCurrent('strive', 'dev', '3'),
  ];
  expect(versionsAt('coursepro-all', 'qa', all).map((one) => one.version)).toEqual(['1', '2']);
  expect(rowsOf('bg').map((service) => service.label)).toEqual(['API', 'Client']);
  expect(rowsOf(null)).toHaveLength(10);
});

it.each([
  ['4.18.2', '4.18.1', true],
  ['4.18.10', '4.18.9', true],
  ['4.18', '4.18.0', false],
  ['4.19.0', '4.19.0-rc2', true],
  ['4.19.0-rc2', '4.19.0', false],
  ['4.19.0-rc10', '4.19.0-rc2', true],
  ['4.19.0-rc2', '4.18.1', true],
  ['v2', '1.9', true],
  ['nightly', '4.18.1', false],
  ['4.18.1', 'nightly', false],
  ['4.18.1', '4.18.1', false],
])('%s against %s: newer is %s', (version, other, newer) => {
  expect(isNewer(version, other)).toBe(newer);
});

it('parses the known keys of the address as text', () => {
  const address = { app: 'coursepro', env: 'prod', branch: ' main ', version: 4, tag: '', click: null, other: 'x' };
  expect(releaseSearch(address)).toEqual({ app: 'coursepro', env: 'prod', branch: 'main', version: '4' });
});
