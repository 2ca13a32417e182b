import { expect, it } from 'vitest';
import { environmentSearch, findEnvironments } from './environment-search.ts';
import { groupHue } from './parts/environment-columns.tsx';
import { testEnvironment } from './testing.ts';

it('finds words of everything a row shows, in any order', () => {
  const one = testEnvironment(7, { environment_name: 'eu-prod-web-03', group_name: 'Blue' });
  const all = [one, testEnvironment(8, { environment_name: 'us-dev-web-01', group_name: 'Green' })];
  expect(findEnvironments(all, ' WEB eu blue ')).toEqual([one]);
  expect(findEnvironments(all, 'ireland')).toEqual(all);
  expect(findEnvironments(all, 'blue us')).toEqual([]);
});

it('leaves the usual order out of the address', () => {
  expect(environmentSearch({ q: 'eu', sort: 'name', page: 2 })).toEqual({ q: 'eu', page: 2 });
});

it.each([
  ['eu-blue', 'blue'],
  ['GREEN', 'green'],
  ['canary', 'neutral'],
  ['', 'neutral'],
])('takes the hue of group %s as %s [ENV-03]', (name, hue) => {
  expect(groupHue(name)).toBe(hue);
});
