import { expect, it } from 'vitest';
import { TRANSLATION_TYPES, uploadFailed, uploadSucceeded } from './rules.ts';

it('offers the three types with their labels in documented order [TRN-02]', () => {
  expect(TRANSLATION_TYPES.map(({ value, label }) => [value, label])).toEqual([
    ['strive', 'Strive'],
    ['strive-bg', 'Strive BG'],
    ['homeportal', 'Homeportal/Onlinejoining'],
  ]);
});

it('reports a failed upload, with ? if the server gave no reason [TRN-07]', () => {
  expect(uploadFailed('the project is closed')).toBe(
    'Failed to upload translations to Straker - the project is closed',
  );
  expect(uploadFailed('')).toBe('Failed to upload translations to Straker - ?');
});

it('reports a successful upload with its type [TRN-08]', () => {
  expect(uploadSucceeded('strive-bg')).toBe('Successfully uploaded strive-bg translations to Straker');
});
