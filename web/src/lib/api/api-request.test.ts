import { updateTenant } from '@mission-control/contract/tenants/calls';
import { describe, expect, it } from 'vitest';
import { addressOf, initOf } from './api-request.ts';

describe('the address of a call', () => {
  it('keeps the documented slash and encodes the query [SRCH-03]', () => {
    expect(addressOf({ path: '/api/omnisearch/' }, { query: { val: 'a&b' } })).toBe('/api/omnisearch/?val=a%26b');
  });

  it('encodes parameters and omits missing ones', () => {
    const request = { params: { id: 7, service: 'a/b' }, query: { q: undefined, n: 0 } };
    expect(addressOf({ path: '/api/tenant/{id}/{service}' }, request)).toBe('/api/tenant/7/a%2Fb?n=0');
  });

  it('rejects a missing parameter, which would change the address', () => {
    expect(() => addressOf({ path: '/api/tenant/{id}' }, { params: { id: '' } })).toThrow('needs the parameter id');
  });
});

describe('the remaining request options', () => {
  it('sends JSON only when there is a body', () => {
    expect(initOf(updateTenant, {})).toEqual({ method: 'PATCH', headers: { accept: 'application/json' } });
    expect(initOf(updateTenant, { body: { status: false } }).body).toBe('{"status":false}');
  });
});
