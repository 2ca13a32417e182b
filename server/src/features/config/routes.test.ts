import type { Role } from '@mission-control/contract/call';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { tenantServices } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, constant, createFleet, HOSTS } from './testing/config-fleet.ts';

const t = setUpTestCtx(createFleet);
let app: FastifyInstance;
let id: number;
beforeAll(() => void (app = createFeatureApp(t, { name: 'amelia.hart' })));
beforeEach(async () => {
  id = await addTenant(t);
});
afterAll(() => app.close());

const send = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: unknown, role: Role = 'operator') =>
  app.inject({
    method,
    url: path.startsWith('/') ? path : `/api/tenant/${id}/${path}`,
    headers: { authorization: role, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  });
const saveA = (body: unknown = { added: [constant('A', '1')] }) => send('POST', 'coursepro', body);

describe('the config API', () => {
  it('saves a diff, lists the items as a bare array, and commits [CFG-28] [CFG-27] [CFG-41]', async () => {
    const saved = await saveA();
    expect([saved.statusCode, saved.json()]).toEqual([200, { warnings: [], revision: 1 }]);
    const items = (await send('GET', 'coursepro')).json<unknown[]>();
    expect(items).toMatchObject([{ key: 'A', value: '1', type: 2, state: 1, db_value: '1', tenant_id: id }]);
    const committed = await send('PUT', 'coursepro');
    expect(committed.statusCode).toBe(200);
    expect(committed.json()).toMatchObject({
      type: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      service: 'coursepro',
    });
    expect((await send('GET', 'coursepro/state')).json()).toMatchObject({
      revision: 1,
      committed_revision: 1,
      changes_waiting: 0,
    });
    expect((await send('GET', 'coursepro/revisions')).json()).toMatchObject({
      revisions: [{ number: 1, committed: true }],
    });
  });

  it('checks the published files for an operator, and the tenant detail lists the drift', async () => {
    await saveA();
    expect((await send('POST', 'coursepro/check')).statusCode).toBe(422);
    await send('PUT', 'coursepro');
    await t.ports.configPublishing.withdraw({ host: HOSTS[1] ?? '' }, `tenants/${id}/coursepro.php`);
    expect((await send('POST', 'coursepro/check', undefined, 'viewer')).statusCode).toBe(403);
    const checked = (await send('POST', 'coursepro/check')).json<{ drift: unknown; servers: unknown[] }>();
    expect(checked.servers[1]).toEqual({ host: HOSTS[1], state: 'missing' });
    const tenant = async () =>
      (await send('GET', `/api/tenant/${id}`)).json<{ tenant: { config_drift: object } }>().tenant;
    expect((await tenant()).config_drift).toEqual({ coursepro: checked.drift });
    await send('PUT', 'coursepro');
    expect((await tenant()).config_drift).toEqual({});
  });

  it("returns HomePortal's cache with the saved items as a bare array, for HomePortal only [CFG-37]", async () => {
    await t.db.insert(tenantServices).values({ tenantId: id, service: 'homeportal' });
    await send('POST', 'homeportal', { added: [constant('A', '1')] });
    expect((await send('GET', 'homeportal/cache')).json()).toEqual((await send('GET', 'homeportal')).json());
    expect((await send('GET', 'coursepro/cache')).statusCode).toBe(404);
  });

  it('serves the licence config of a tenant with CoursePro under its own suffix [CFG-18]', async () => {
    await send('POST', 'licence', { added: [constant('expires', '2030-01-01')] });
    expect((await send('PUT', 'licence')).json()).toMatchObject({ type: 4, service: 'licence' });
    expect((await send('GET', 'coursepro')).json()).toEqual([]);
  });

  it('returns the known keys with their metadata [CFG-29] [CFG-30]', async () => {
    const answer = (await send('GET', '/api/keys/coursepro')).json<{ keys: { key_name: string }[] }>();
    expect(answer.keys.map((key) => key.key_name)).toEqual(['BASKET', 'DB_HOST', 'DB_PASSWORD', 'ENABLED']);
    expect(answer.keys[0]).toEqual({
      key_name: 'BASKET',
      type: 'string',
      options: [],
      description: '',
      dependencies: [{ name: 'MODE', values: ['shop'] }],
      depends: [{ depends_on_name: 'ENABLED' }],
      secret: false,
    });
  });

  it('validates the saved config against key metadata and dependencies [CFG-48] [CFG-51] [CFG-52]', async () => {
    expect((await send('GET', 'coursepro/validate')).json()).toEqual({ valid: true, errors: [], warnings: [] });
    await saveA({ added: [constant('ENABLED', 'maybe'), constant('BASKET', 'x'), constant('MODE', 'none')] });
    expect((await send('GET', 'coursepro/validate')).json()).toEqual({
      valid: false,
      errors: ['ENABLED must be True or False (Currently maybe)'],
      warnings: [
        'BASKET is not compatible with setting MODE=none',
        'BASKET requires ENABLED to be true (Currently maybe)',
      ],
    });
  });

  it('previews the file without secrets, with a fingerprint of the real one', async () => {
    await saveA({ added: [constant('A', '1'), constant('DB_PASSWORD', 'canary-5up3r')] });
    const preview = (await send('GET', 'coursepro/preview')).json<{ content: string; hash: string }>();
    expect(preview).toMatchObject({
      path: `tenants/${id}/coursepro.php`,
      targets: HOSTS.map((host) => ({ host, environment: host.includes('web') ? 'eu-prod-web' : 'eu-prod-worker' })),
    });
    expect(preview.content).toContain("define('A', '1');");
    expect(preview.content).not.toContain('canary');
    expect((await send('PUT', 'coursepro')).json()).toMatchObject({ hash: preview.hash });
  });

  it('reveals a secret to operators, not to viewers', async () => {
    await saveA({ added: [constant('DB_PASSWORD', 'canary-5up3r')] });
    expect((await send('GET', 'coursepro')).body).not.toContain('canary');
    const body = { key: 'DB_PASSWORD', reason: 'Support ticket 4711' };
    expect((await send('POST', 'coursepro/reveal', body)).json()).toEqual({ value: 'canary-5up3r' });
    expect((await send('POST', 'coursepro/reveal', body, 'viewer')).statusCode).toBe(403);
  });

  it('requires a reason for a reveal, and records it in the audit log', async () => {
    await saveA({ added: [constant('DB_PASSWORD', 'canary-5up3r')] });
    const reveal = (reason?: unknown) => send('POST', 'coursepro/reveal', { key: 'DB_PASSWORD', reason });
    for (const reason of [undefined, '', '  x ', 'two\nlines', 'x'.repeat(201)])
      expect((await reveal(reason)).statusCode, String(reason)).toBe(400);
    expect((await reveal(' Support ticket 4711 ')).statusCode).toBe(200);
    const { events } = (
      await send('GET', `/api/audit?tenant=${id}&kind=config.secret-revealed`, undefined, 'admin')
    ).json<{
      events: unknown[];
    }>();
    expect(events).toMatchObject([
      { actor: 'amelia.hart', after: { reason: 'Support ticket 4711', address: '127.0.0.1' } },
    ]);
  });

  it('limits non-admins to 30 reveals per hour', async () => {
    await saveA({ added: [constant('DB_PASSWORD', 'canary-5up3r')] });
    t.clock.advance(60 * 60_000);
    const body = { key: 'DB_PASSWORD', reason: 'Support ticket 4711' };
    for (let count = 0; count < 30; count += 1)
      expect((await send('POST', 'coursepro/reveal', body)).statusCode).toBe(200);
    const limited = await send('POST', 'coursepro/reveal', body, 'release-manager');
    expect([limited.statusCode, limited.json<{ error: string }>().error]).toEqual([
      429,
      'You have revealed 30 secrets within an hour. Wait, or ask an admin.',
    ]);
    expect((await send('POST', 'coursepro/reveal', body, 'admin')).statusCode).toBe(200);
  });

  it('shows no file to viewers, since it could contain a secret', async () => {
    await saveA();
    for (const path of ['preview', 'servers'])
      expect((await send('GET', `coursepro/${path}`, undefined, 'viewer')).statusCode).toBe(403);
  });

  it('lets viewers read but not write', async () => {
    expect((await send('GET', 'coursepro', undefined, 'viewer')).statusCode).toBe(200);
    expect((await send('POST', 'coursepro', { added: [constant('A', '1')] }, 'viewer')).statusCode).toBe(403);
    expect((await send('PUT', 'coursepro', undefined, 'viewer')).statusCode).toBe(403);
  });
});

describe('bad input', () => {
  const paths = ['select', '__proto__', 'constructor', 'coachportal', 'refresh', '..%2f', 'COURSEPRO', 'x'.repeat(100)];
  it.each(paths)('finds no config %s (C-003)', async (service) => {
    expect((await send('GET', service)).statusCode).toBe(404);
    expect((await send('POST', service, { added: [constant('A', '1')] })).statusCode).toBe(404);
    expect((await send('PUT', service)).statusCode).toBe(404);
    expect((await send('GET', `/api/keys/${service}`)).statusCode).toBe(404);
  });

  it.each(['0', '-1', '1.5', 'abc', '1e3', '99999999999', '%00', "1'--"])('finds no tenant %s', async (tenant) => {
    const answer = await send('GET', `/api/tenant/${tenant}/coursepro`);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });

  it('does not accept an addition as a save (C-006)', async () => {
    const answer = await saveA({ initialize: false });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ error: string }>().error).toMatch(/initialize must be true.* \{added, changed, removed\}/);
  });

  const item = { key: 'A', value: '1', type: 1 };
  it.each([
    ['nothing', ''],
    ['no JSON', '{"added":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['an unknown key', JSON.stringify({ added: [item], admin: true })],
    ['an unknown key of an item', JSON.stringify({ added: [{ ...item, tenantId: 1 }] })],
    ['__proto__', '{"added":[],"__proto__":{"polluted":true}}'],
    ['__proto__ in an item', '{"added":[{"key":"A","value":"1","type":1,"__proto__":{"polluted":true}}]}'],
    ['a number as value', JSON.stringify({ added: [{ ...item, value: 1 }] })],
    ['a text as type', JSON.stringify({ added: [{ ...item, type: '1' }] })],
    ['an object as value', JSON.stringify({ added: [{ ...item, value: { $ne: 1 } }] })],
    ['a NUL', '{"added":[{"key":"A","value":"\\u0000","type":1}]}'],
    ['a lone surrogate', '{"added":[{"key":"A","value":"\\ud800","type":1}]}'],
    ['40 levels', `{"added":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['both arms', JSON.stringify({ added: [item], initialize: true })],
    ['a name with code', JSON.stringify({ added: [{ ...item, key: "A');phpinfo();//" }] })],
  ])('refuses %s with 400 and writes nothing', async (_name, body) => {
    const answer = await saveA(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', error: expect.any(String) as string });
    expect((await send('GET', 'coursepro')).json()).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
