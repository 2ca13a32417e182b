import { expect, test } from 'vitest';
import { countText, decimalText, numberText } from './numbers.ts';

test('a number has its thousands grouped', () => {
  expect([0, 999, 1000, 1234567.5, 12345678901234567890n].map(numberText)).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567.5',
    '12,345,678,901,234,567,890',
  ]);
});

test('a decimal has exactly one digit after the point', () => {
  expect([0, 1, 1.25, 12345.67].map(decimalText)).toEqual(['0.0', '1.0', '1.3', '12,345.7']);
});

test('a count is singular only for one', () => {
  expect([0, 1, 2, 1000].map((count) => countText(count, 'tenant'))).toEqual([
    '0 tenants',
    '1 tenant',
    '2 tenants',
    '1,000 tenants',
  ]);
  expect([1, 2].map((count) => countText(count, 'reply', 'replies'))).toEqual(['1 reply', '2 replies']);
});
