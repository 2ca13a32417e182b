import { expect, it } from 'vitest';
import { calls } from './calls.ts';

/** The documents' summary of the console's operations. Each has a call, and the server does not start without its handler. */
const OPERATIONS = [
  ['list tenants', 'GET /api/tenant'],
  ['search', 'GET /api/omnisearch/'],
  ['create a tenant', 'PUT /api/tenant/'],
  ['delete a tenant', 'DELETE /api/tenant/{id}'],
  ['add a service, and edit its config', 'POST /api/tenant/{id}/{service}'],
  ['edit a service, its cron and its maintenance', 'PATCH /api/tenant/{id}'],
  ['remove a service', 'DELETE /api/tenant/{id}/{service}'],
  ['commit a config', 'PUT /api/tenant/{id}/{service}'],
  ['set a log level for a while', 'POST /api/tenant/{id}/loglevel'],
  ['see the dashboard', 'GET /api/dashboard/stats/member'],
  ['see cron', 'GET /api/tenant/cron'],
  ['see environments', 'GET /api/environment'],
  ['see databases', 'GET /api/database'],
] as const;

it.each(OPERATIONS)('has a call to %s: %s [SHELL-84]', (_what, call) => {
  expect(calls.filter(({ method, path }) => `${method} ${path}` === call)).toHaveLength(1);
});

it('gives every call a unique name and address', () => {
  for (const keys of [calls.map(({ name }) => name), calls.map(({ method, path }) => `${method} ${path}`)])
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
