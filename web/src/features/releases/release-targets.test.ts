import { describe, expect, it } from 'vitest';
import { changesOf, lockAt, rollbackOf, rowsOf, versionsAt } from './release-targets.ts';
import { testCurrent, testLock } from './testing/release-page.ts';

describe('a rollback', () => {
  it('goes to the version before, also of several services that are alike', () => {
    const parts = [testCurrent('strive', 'qa', '2', '1'), testCurrent('strive-api', 'qa', '2', '1')];
    expect(rollbackOf(parts)).toEqual({ from: '2', to: '1' });
  });

  it('has nothing to go to after the first version, or before it', () => {
    const refusal = 'There is no version before this one.';
    expect(rollbackOf([testCurrent('strive', 'qa', '2')])).toEqual({ refusal });
    expect(rollbackOf([testCurrent('strive', 'qa', null)])).toEqual({ refusal });
    expect(rollbackOf([])).toEqual({ refusal });
  });

  it('of services that went different ways is refused', () => {
    const refusal = 'Its services have different versions. Roll back each by itself.';
    const one = testCurrent('strive', 'qa', '2', '1');
    expect(rollbackOf([one, testCurrent('strive-api', 'qa', '2', '0')])).toEqual({ refusal });
    expect(rollbackOf([one, testCurrent('strive-api', 'qa', '3', '1')])).toEqual({ refusal });
  });
});

it('tells what a deploy changes: in one line, or service by service', () => {
  const one = testCurrent('strive', 'qa', '1');
  expect(changesOf([one, testCurrent('strive-api', 'qa', '1')], '2')).toEqual([{ name: null, from: '1' }]);
  expect(changesOf([one, testCurrent('strive-api', 'qa', null), testCurrent('home-portal', 'qa', '2')], '2')).toEqual([
    { name: 'Strive', from: '1' },
    { name: 'Strive API', from: null },
  ]);
  expect(changesOf([], '2')).toEqual([{ name: null, from: null }]);
});

it('finds the lock of a target by any of its services, on its environment only', () => {
  const locks = [testLock()];
  expect(lockAt('coursepro-all', 'staging', locks)?.run_id).toBe(2187);
  expect(lockAt('strive', 'staging', locks)?.run_id).toBe(2187);
  expect(lockAt('strive-api', 'staging', locks)).toBeNull();
  expect(lockAt('strive', 'prod', locks)).toBeNull();
});

it('finds the versions of all services that a service stands for', () => {
  const all = [
    testCurrent('home-portal', 'qa', '1'),
    testCurrent('strive', 'qa', '2'),
    testCurrent('strive', 'dev', '3'),
  ];
  expect(versionsAt('coursepro-all', 'qa', all).map((one) => one.version)).toEqual(['1', '2']);
  expect(rowsOf('bg').map((service) => service.label)).toEqual(['API', 'Client']);
  expect(rowsOf(null)).toHaveLength(10);
});
