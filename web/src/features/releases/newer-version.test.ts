import { expect, it } from 'vitest';
import { isNewer } from './newer-version.ts';

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
