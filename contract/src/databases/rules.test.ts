import { expect, it } from 'vitest';
import { loadColour } from './rules.ts';

it.each([
  [0, 'green'],
  [3.9, 'green'],
  [4, 'white'],
  [9.9, 'white'],
  [10, 'orange'],
  [19.9, 'orange'],
  [20, 'red'],
  [400, 'red'],
  ['n/a', 'yellow'],
  ['3', 'yellow'],
  [Number.NaN, 'yellow'],
  [null, 'yellow'],
  [undefined, 'yellow'],
])('colours an average of %s %s [SVC-12, DB-11]', (average, colour) => {
  expect(loadColour(average)).toBe(colour);
});
