import { expect, it } from 'vitest';
import { pathTo } from './path-to.ts';

it('fills in the parameters of a route and its search, encoded', () => {
  expect(pathTo('/tenant')).toBe('/tenant');
  expect(pathTo('/tenant/$id/$kind/config', { id: 7, kind: 'coursepro' }, { view: 'servers' })).toBe(
    '/tenant/7/coursepro/config?view=servers',
  );
  expect(pathTo('/tenant/$id/$service', { id: 7, service: 'a/b' })).toBe('/tenant/7/a%2Fb');
  expect(pathTo('/tenant', null, { environment: 3, inactive: true })).toBe('/tenant?environment=3&inactive=true');
});

it('rejects a path without a route, and a missing parameter', () => {
  // @ts-expect-error -- no such route
  expect(pathTo('/tenants')).toBe('/tenants');
  // @ts-expect-error -- without its id
  expect(() => pathTo('/tenant/$id', {})).not.toThrow();
});
