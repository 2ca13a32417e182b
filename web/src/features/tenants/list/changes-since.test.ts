import { expect, it } from 'vitest';
import { testRow as row } from '../testing/tenant.ts';
import { changesSince } from './changes-since.ts';

it('counts changed, removed and added tenants, and names the earlier ones that differ', () => {
  const then = [row(1, {}), row(2, { tenant_status: '1' }), row(3, {})];
  const now = [row(1, {}), row(2, { tenant_status: '0' }), row(4, {})];
  expect(changesSince(then, now)).toEqual({ ids: new Set([2, 3]), changed: 1, gone: 1, added: 1 });
  expect(changesSince(then, then)).toEqual({ ids: new Set(), changed: 0, gone: 0, added: 0 });
});
