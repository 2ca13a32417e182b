import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { createAddressRules } from '../../platform/http/address-rules.ts';
import { createSiteClient } from '../../platform/http/site-client.ts';
import { createLog, type Log } from '../../platform/log/log.ts';
import type { TestCtx } from '../../platform/testing/test-ctx.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createHttpLeisureHub } from '../../ports/leisure-hub.ts';
import { addTenant, createServiceFleet } from '../services/testing/service-fleet.ts';

const SECRET = 'canary-hub-secret';
const FORM = { secret: SECRET, domain: 'Brimham.hub.example', client_id: '1', person_id: '301' };
const ADDRESS = 'https://brimham.hub.example/enter?ticket=1';

let hub: Server;
const t = setUpTestCtx();
let app: FastifyInstance;
let log: Log;
let lines: string[] = [];
let id: number;
let seen: { host: string | undefined; call: string; type: string | undefined; form: Record<string, string> }[] = [];
let reply: { status: number; body: string; headers?: Record<string, string> };
beforeAll(async () => {
  hub = createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const part of request) text += String(part);
      const form = Object.fromEntries(new URLSearchParams(text));
      const { host, 'content-type': type } = request.headers;
      seen.push({ host, call: `${request.method} ${request.url}`, type, form });
      response.writeHead(reply.status, reply.headers).end(reply.body);
    })();
  }).listen(0, '127.0.0.1');
  await once(hub, 'listening');
  await createServiceFleet(t);
  id = await addTenant(t, 'Brimham Active');
  log = createLog('trace', { write: (line) => void lines.push(line) });
  const gateway = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
  const sites = createSiteClient({ rules: createAddressRules([]), ports: [], gateway });
  app = open(createHttpLeisureHub({ sites, hosts: ['*.hub.example'], note: 'A note.' }));
}, 60_000);
beforeEach(() => {
  seen = [];
  lines = [];
  reply = { status: 200, body: JSON.stringify({ authAddress: ADDRESS, more: 1 }) };
});
afterAll(async () => {
  hub.close();
  await app.close();
});

function open(leisureHub: TestCtx['ports']['leisureHub']): FastifyInstance {
  return createFeatureApp(t, {
    services: { ...t, log, ports: { ...t.ports, leisureHub } },
    log: log as FastifyBaseLogger,
  });
}

async function post(
  form: Record<string, string>,
  query = '',
  role = 'operator',
  tenant: number | string = id,
  by = app,
) {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.append(name, value);
  const encoded = new Response(data);
  const { statusCode, body } = await by.inject({
    method: 'POST',
    url: `/api/tenant/${tenant}/leisurehub${query}`,
    headers: { authorization: role, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
}
const tries = async () => {
  const events = await t.db.select().from(auditEvents).orderBy(auditEvents.id);
  return events.filter(({ action }) => action === 'leisure.login');
};

describe('POST /api/tenant/{id}/leisurehub', () => {
  it('forwards the form to the hub and returns its authAddress [LEI-03]', async () => {
    expect(await post(FORM)).toEqual({ status: 200, body: { authAddress: ADDRESS } });
    expect(seen).toEqual([
      {
        host: 'brimham.hub.example',
        call: 'POST /partner/login',
        type: 'application/x-www-form-urlencoded',
        form: { secret: SECRET, client_id: '1', person_id: '301' },
      },
    ]);
  });

  it('forwards a basket, if there is one [LEI-04]', async () => {
    expect((await post(FORM, '?basket_id=7')).status).toBe(200);
    expect(seen[0]?.form).toEqual({ secret: SECRET, client_id: '1', person_id: '301', basket_id: '7' });
    expect((await post(FORM, '?basket_id=a%26b')).status).toBe(400);
  });

  it.each([
    ['null', { authAddress: null }],
    ['no key', {}],
    ['a number', { authAddress: 7 }],
    ['another host', { authAddress: 'https://evil.example/' }],
    ['no https', { authAddress: 'http://brimham.hub.example/' }],
    ['a script', { authAddress: ['java', 'script:alert(1)'].join('') }],
    ['a list', [ADDRESS]],
    ['text', ADDRESS],
  ])('returns null for %s [LEI-06]', async (_name, body) => {
    reply = { status: 200, body: JSON.stringify(body) };
    expect(await post(FORM)).toEqual({ status: 200, body: { authAddress: null } });
    expect((await tries()).at(-1)?.after).toMatchObject({ outcome: 'invalid address' });
  });

  it.each([400, 401, 403, 404, 409, 422])('is an invalid login when the hub responds %i [LEI-07]', async (status) => {
    reply = { status, body: '{"error":"no"}' };
    expect(await post(FORM)).toMatchObject({ status: 400, body: { error: 'Invalid login' } });
    expect((await tries()).at(-1)?.after).toMatchObject({ outcome: 'refused' });
  });

  it('reports why the hub could not be reached, and does not follow redirects', async () => {
    reply = { status: 503, body: '' };
    const message = 'brimham.hub.example answered with an error (503).';
    expect(await post(FORM)).toMatchObject({ status: 502, body: { error: message } });
    expect((await tries()).at(-1)?.after).toMatchObject({ outcome: 'failed', message });
    reply = { status: 302, body: '', headers: { location: 'http://169.254.169.254/' } };
    seen = [];
    expect((await post(FORM)).status).toBe(502);
    expect(seen).toHaveLength(1);
    reply = { status: 200, body: 'x'.repeat(100_000) };
    expect((await post(FORM)).status).toBe(502);
    reply = { status: 200, body: '<html>' };
    expect(await post(FORM)).toEqual({ status: 200, body: { authAddress: null } });
  });

  it('records each attempt with user and outcome, but without the secret', async () => {
    await post(FORM, '?basket_id=7');
    expect((await tries()).at(-1)).toMatchObject({
      actor: 'priya.shah',
      tenantId: id,
      subject: 'Brimham Active leisure hub',
      after: {
        domain: 'brimham.hub.example',
        client_id: '1',
        person_id: '301',
        basket_id: '7',
        outcome: 'accepted',
      },
    });
    for (const status of [401, 500]) {
      reply = { status, body: SECRET };
      expect(JSON.stringify((await post(FORM)).body)).not.toContain(SECRET);
    }
    expect(JSON.stringify((await post({ ...FORM, person_id: '' })).body)).not.toContain(SECRET);
    expect((await post({ ...FORM, more: SECRET })).status).toBe(400);
    expect(JSON.stringify(await tries())).not.toContain(SECRET);
    expect(lines.join('')).not.toContain(SECRET);
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    'localhost',
    '[::1]',
    'hub.example:8080',
    'hub.example/path',
    'https://hub.example',
    'ok@hub.example',
    'hub.example\r\nHost: evil.example',
    'hub..example',
    'hub.example.',
    '',
  ])('does not request %j', async (domain) => {
    const { status, body } = await post({ ...FORM, domain });
    expect([status, Object.keys(body['fields'] as object)]).toEqual([400, ['domain']]);
    expect(seen).toEqual([]);
  });

  it('goes through the guard: a name that resolves to this machine is not requested (threat 25)', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const sites = createSiteClient({ rules: createAddressRules(['0.0.0.0/0']), ports: [], resolve });
    const guarded = open(createHttpLeisureHub({ sites, hosts: [], note: '' }));
    expect(await post(FORM, '', 'operator', id, guarded)).toMatchObject({
      status: 502,
      body: { error: 'brimham.hub.example leads to this machine. The console does not connect there.' },
    });
    await guarded.close();
  });

  it('requires an operator and an existing tenant', async () => {
    expect((await post(FORM, '', 'viewer')).status).toBe(403);
    expect((await post(FORM, '', 'operator', 999_999)).status).toBe(404);
    expect((await post(FORM, '', 'operator', 'x')).status).toBe(404);
    expect(seen).toEqual([]);
  });
});

it('GET returns the likely domain of the hub, and the allowed hosts', async () => {
  const get = async (tenant: number) => {
    const { statusCode, body } = await app.inject({
      url: `/api/tenant/${tenant}/leisurehub`,
      headers: { authorization: 'viewer' },
    });
    return { status: statusCode, body: JSON.parse(body) as unknown };
  };
  expect(await get(id)).toEqual({
    status: 200,
    body: { domain: 'brimham-active.hub.example', hosts: ['*.hub.example'], note: 'A note.' },
  });
  expect((await get(999_999)).status).toBe(404);
});
