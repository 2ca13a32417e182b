import { expect, it } from 'vitest';
import { sparkColour } from './rules.ts';

it.each([
  [[0], 'green'],
  [[2], 'green'],
  [[3], 'white'],
  [[8], 'white'],
  [[9], 'orange'],
  [[18], 'orange'],
  [[19], 'red'],
  [[0, 500, 1], 'red'],
])('colours the sparkline of %j %s, by its highest value plus one [DB-07]', (data, colour) => {
  expect(sparkColour(data)).toBe(colour);
});

it('colours an empty sparkline grey [DB-08]', () => {
  expect(sparkColour([])).toBe('grey');
});
