import { expect, it } from 'vitest';
import { calls } from './calls.ts';
import { TOPIC, type Topic } from './topics.ts';

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

/** Topics of the whole fleet, which may change many times a second. */
const BUSY: readonly Topic[] = [
  TOPIC.alerts,
  TOPIC.attention,
  TOPIC.audit,
  TOPIC.bulks,
  TOPIC.cron,
  TOPIC.databases,
  TOPIC.drift,
  TOPIC.monitors,
  TOPIC.sddErrors,
  TOPIC.statistics,
  TOPIC.tenants,
];

it('limits how often screens refetch what depends on the whole fleet', () => {
  const request = { params: {}, query: { tenants: '1' } } as never;
  const isBusy = (call: (typeof calls)[number]) =>
    call.topics?.(request).some((topic) => BUSY.includes(topic)) === true;
  expect(calls.filter(isBusy).length).toBeGreaterThan(20);
  expect(calls.filter((call) => isBusy(call) && call.throttleMs === undefined).map(({ name }) => name)).toEqual([]);
});
