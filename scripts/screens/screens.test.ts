import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SCREENS } from './screen-list.ts';

/** Without a picture of their own: one redirects to its first tab, the other matches any unknown address. */
const WITHOUT = new Set(['/fleet', '/$']);

it('lists a screen for each route, so that each is viewed and tested with hostile texts (e2e/frame/policy.spec.ts)', () => {
  // help-anchors.test.ts ensures that these are all routes.
  const anchors = readFileSync('web/src/app/help-anchors.ts', 'utf8');
  const all = [...anchors.matchAll(/^ {2}'(\/.*?)': /gm)].map(([, route = '']) => route);
  const routes = all.filter((route) => !WITHOUT.has(route));
  const patternOf = (route: string): RegExp =>
    new RegExp(`^${route.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')}$`);
  const paths = SCREENS.map(({ path }) => path.replace(/\?.*$/, ''));
  expect(routes.length).toBeGreaterThan(45);
  expect(routes.filter((route) => !paths.some((path) => patternOf(route).test(path)))).toEqual([]);
});
