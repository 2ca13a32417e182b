import type { Role } from '@mission-control/contract/call';
import type { CompetencyMappingAnswer, CompetencyMappingRow } from '@mission-control/contract/competency/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { tenants } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { readTopicVersion } from '../../platform/events/topic-versions.ts';
import { beforeTransaction } from '../../platform/testing/before-transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { CALLS_A_MINUTE } from '../auth/public.ts';
import { addTenant, createFleet } from '../config/testing/config-fleet.ts';
import { createReportApi, type ReportApi } from '../reports/testing/report-api.ts';
import { competencyFeature } from './feature.ts';
import { setLocked } from './service.ts';
import { competencyMappings } from './tables.ts';

const PATH = '/api/competency-mapping';
const t = setUpTestCtx(createFleet);
let app: FastifyInstance;
let reports: ReportApi;
let token: string;
let from: number;
let to: number;
beforeAll(async () => {
  reports = createReportApi(t);
  token = await reports.tokenOf('eu-prod-web');
  app = createFeatureApp(t, {
    routes: competencyFeature.routes,
    authenticate: async (_services, role) => {
      if (role === undefined) throw new AppError('not_signed_in', 'Sign in.');
      return t.as({ name: 'priya.shah', role: role as Role }).actor;
    },
    authenticateEnvironment: () => Promise.reject(new AppError('not_signed_in', 'Sign in.')),
  });
}, 60_000);
afterAll(async () => {
  await app.close();
  await reports.close();
});
beforeEach(async () => {
  await t.db.execute(sql`delete from competency_mappings`);
  // After a minute the rate limit resets.
  t.clock.advance(60_000);
  from = await addTenant(t);
  to = await addTenant(t);
});

type Method = 'GET' | 'PUT' | 'PATCH';
/** Without a role the call has no token. */
const send = (method: Method, url: string, payload?: object, role?: Role, remoteAddress = '192.0.2.1') =>
  app.inject({
    method,
    url,
    remoteAddress,
    ...(role !== undefined && { headers: { authorization: role } }),
    ...(payload !== undefined && { payload }),
  });
const entry = (id: number, name: string) => ({ id, name });
const SOURCE = {
  levels: [entry(1, 'Stage 1'), entry(2, 'Stage 2')],
  groups: [entry(7, 'Breathing')],
  competencies: [entry(30, 'Floats')],
};
const TARGET = {
  levels: [entry(11, 'Level A'), entry(12, 'Level B')],
  groups: [entry(17, 'Breath')],
  competencies: [entry(40, 'Float on the back')],
};
async function report(tenant: number, structure: object, created?: Date): Promise<void> {
  const body = reports.body([{ tenant_id: tenant, ...structure }], created);
  const answer = await reports.report(token, 'competencies', body);
  expect(answer.json()).toEqual({ accepted: 1, duplicate: false, refused: [] });
}
async function create(body: object = { from, to }): Promise<string> {
  const answer = await send('PUT', `${PATH}/`, body, 'operator');
  expect(answer.statusCode).toBe(200);
  return answer.json<{ hash: string }>().hash;
}
async function filled(): Promise<string> {
  await report(from, SOURCE);
  await report(to, TARGET);
  return create();
}
const read = async (hash: string) => (await send('GET', `${PATH}/${hash}`)).json<CompetencyMappingAnswer>();
const choose = (hash: string, kind: string, id: number, choice: number | null) =>
  send('PATCH', `${PATH}/${hash}`, { kind, id, choice });
const lock = (hash: string, locked: boolean) => send('PUT', `${PATH}/${hash}/lock`, { locked }, 'operator');
const events = async () =>
  (await t.db.select().from(auditEvents)).filter(({ action }) => action.startsWith('competency'));

it('announces reported structures only if they differ', async () => {
  const version = () => readTopicVersion(t.db, TOPIC.competency);
  await report(from, SOURCE);
  const before = await version();
  t.clock.advance(1);
  await report(from, SOURCE);
  expect(await version()).toBe(before);
  t.clock.advance(1);
  await report(from, { ...SOURCE, levels: [] });
  expect(await version()).toBe(before + 1);
});

describe('creating a mapping', () => {
  it('returns the names and a long random hash, with and without a trailing slash [CMP-05]', async () => {
    const answer = await send('PUT', `${PATH}/`, { from, to }, 'operator');
    const body = answer.json<{ hash: string }>();
    expect(body).toEqual({ from: `Tenant ${from}`, to: `Tenant ${to}`, hash: expect.any(String) as string });
    expect(body.hash).toMatch(/^[0-9a-f]{64}$/);
    const second = await send('PUT', PATH, { from, to }, 'operator');
    expect(second.statusCode).toBe(200);
    expect(second.json<{ hash: string }>().hash).not.toBe(body.hash);
    const last = (await events()).at(-1);
    expect(last).toMatchObject({ action: 'competency-mapping.created', actor: 'priya.shah', tenantId: from });
    expect(JSON.stringify(await events())).not.toContain(body.hash);
  });

  it('responds 400 with a msg for the same tenant twice or an unknown tenant [CMP-06]', async () => {
    const twice = await send('PUT', `${PATH}/`, { from, to: from }, 'operator');
    expect([twice.statusCode, twice.json<{ msg: string }>().msg]).toEqual([
      400,
      'Choose two different tenants: a mapping leads from one to another.',
    ]);
    for (const body of [
      { from, to: 99 },
      { from: 99, to },
    ]) {
      const answer = await send('PUT', `${PATH}/`, body, 'operator');
      expect([answer.statusCode, answer.json<{ msg: string }>().msg]).toEqual([
        400,
        'There is no tenant 99. It may have been deleted.',
      ]);
    }
    for (const body of [{ from }, { from, to: '2' }, { from, to, hash: 'x' }, {}])
      expect((await send('PUT', `${PATH}/`, body, 'operator')).statusCode).toBe(400);
    expect(await t.db.select().from(competencyMappings)).toEqual([]);
  });

  it('lists the mappings, newest first [CMP-03]', async () => {
    const first = await create();
    t.clock.advance(1000);
    const second = await create({ from: to, to: from });
    const { mappings } = (await send('GET', PATH, undefined, 'viewer')).json<{ mappings: CompetencyMappingRow[] }>();
    expect(mappings.map(({ hash }) => hash)).toEqual([second, first]);
    expect(mappings[1]).toEqual({
      hash: first,
      from: { id: from, tenant_name: `Tenant ${from}` },
      to: { id: to, tenant_name: `Tenant ${to}` },
      locked: false,
      created_at: new Date(t.clock.now().getTime() - 1000).toISOString(),
      created_by: 'priya.shah',
    });
  });

  it('requires a sign-in, as do the list and the lock; operators may create and lock [AUTH-19]', async () => {
    const hash = await create();
    const asked = [
      ['GET', PATH, undefined],
      ['PUT', `${PATH}/`, { from, to }],
      ['PUT', `${PATH}/${hash}/lock`, { locked: true }],
    ] as const;
    for (const [method, path, body] of asked) {
      expect((await send(method, path, body)).statusCode).toBe(401);
      expect((await send(method, path, body, 'viewer')).statusCode).toBe(method === 'GET' ? 200 : 403);
    }
  });
});

describe('the public mapping', () => {
  it('is readable without a token, with both structures and the choices [CMP-09] [CMP-10]', async () => {
    const hash = await filled();
    await choose(hash, 'levels', 2, 11);
    const answer = await send('GET', `${PATH}/${hash}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      mapping: {
        hash,
        from: { id: from, tenant_name: `Tenant ${from}` },
        to: { id: to, tenant_name: `Tenant ${to}` },
        locked: false,
        from_structure: SOURCE,
        map: { levels: { 2: 11 }, groups: {}, competencies: {} },
      },
      selects: TARGET,
    });
  });

  it('has empty lists until something is reported; the newest report wins', async () => {
    const hash = await create();
    const empty = { levels: [], groups: [], competencies: [] };
    const { mapping, selects } = await read(hash);
    expect([mapping.from_structure, selects, mapping.map.levels]).toEqual([empty, empty, {}]);
    const now = t.clock.now();
    await report(from, SOURCE, now);
    await report(from, { ...SOURCE, levels: [] }, new Date(now.getTime() - 1));
    expect((await read(hash)).mapping.from_structure).toEqual(SOURCE);
  });

  it('responds with the same 404 for invalid hashes and for those of deleted tenants', async () => {
    const hash = await create();
    const unknown = await send('GET', `${PATH}/${'0'.repeat(64)}`);
    expect([unknown.statusCode, unknown.json<{ code: string }>().code]).toEqual([404, 'not_found']);
    for (const path of ['1', 'constructor', hash.slice(1), hash.toUpperCase(), `${hash}0`])
      expect((await send('GET', `${PATH}/${path}`)).statusCode, path).toBe(404);
    await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, to));
    expect((await send('GET', `${PATH}/${hash}`)).statusCode).toBe(404);
    expect((await choose(hash, 'levels', 1, 11)).statusCode).toBe(404);
    expect((await send('GET', PATH, undefined, 'viewer')).json()).toEqual({ mappings: [] });
    await t.db.update(tenants).set({ deletedAt: null }).where(eq(tenants.id, to));
    expect((await send('GET', `${PATH}/${hash}`)).statusCode).toBe(200);
  });

  it('is rate-limited per address', async () => {
    const hash = await create();
    for (let at = 0; at < CALLS_A_MINUTE['mapping.read']; at += 1) await send('GET', `${PATH}/${hash}`);
    expect((await send('GET', `${PATH}/${hash}`)).statusCode).toBe(429);
    expect((await send('GET', `${PATH}/${hash}`, undefined, undefined, '192.0.2.2')).statusCode).toBe(200);
    t.clock.advance(60_000);
    expect((await send('GET', `${PATH}/${hash}`)).statusCode).toBe(200);
  });
});

describe('a choice (C-042)', () => {
  it('is saved, changed and removed without a token, audited as the public link', async () => {
    const hash = await filled();
    expect((await choose(hash, 'levels', 1, 11)).json()).toEqual({
      map: { levels: { 1: 11 }, groups: {}, competencies: {} },
    });
    await choose(hash, 'levels', 1, 12);
    await choose(hash, 'competencies', 30, 40);
    expect((await choose(hash, 'levels', 1, null)).statusCode).toBe(200);
    expect((await read(hash)).mapping.map).toEqual({ levels: {}, groups: {}, competencies: { 30: 40 } });
    const saved = (await events()).slice(-4);
    expect(saved.map(({ actor, actorId, action }) => [actor, actorId, action])).toEqual(
      Array.from({ length: 4 }, () => ['public link', null, 'competency-mapping.saved']),
    );
    expect(saved[1]).toMatchObject({ before: { choice: 11 }, after: { kind: 'levels', id: 1, choice: 12 } });
  });

  it('that is unchanged records nothing', async () => {
    const hash = await filled();
    await choose(hash, 'levels', 1, 11);
    const before = (await events()).length;
    expect((await choose(hash, 'levels', 1, 11)).statusCode).toBe(200);
    expect((await choose(hash, 'levels', 2, null)).statusCode).toBe(200);
    expect(await events()).toHaveLength(before);
  });

  it('is refused for unknown entries and malformed bodies', async () => {
    const hash = await filled();
    for (const [kind, id, choice] of [
      ['levels', 3, 11],
      ['levels', 1, 17],
      ['groups', 1, 17],
      ['levels', 1, 1],
    ] as const)
      expect((await choose(hash, kind, id, choice)).statusCode, `${kind} ${id} ${choice}`).toBe(400);
    const body = { kind: 'levels', id: 1, choice: 11 };
    for (const wrong of [{ ...body, locked: true }, { ...body, kind: '__proto__' }, { ...body, id: '1' }, {}])
      expect((await send('PATCH', `${PATH}/${hash}`, wrong)).statusCode).toBe(400);
    expect((await read(hash)).mapping.map).toEqual({ levels: {}, groups: {}, competencies: {} });
  });

  it('is hidden while one of its entries is missing, and reappears with it', async () => {
    const hash = await filled();
    await choose(hash, 'levels', 1, 11);
    t.clock.advance(1);
    await report(to, { ...TARGET, levels: [entry(12, 'Level B')] });
    expect((await read(hash)).mapping.map.levels).toEqual({});
    t.clock.advance(1);
    await report(to, TARGET);
    expect((await read(hash)).mapping.map.levels).toEqual({ 1: 11 });
  });

  it('is rate-limited per address', async () => {
    const hash = await filled();
    for (let at = 0; at < CALLS_A_MINUTE['mapping.save']; at += 1) await choose(hash, 'levels', 1, null);
    expect((await choose(hash, 'levels', 1, 11)).statusCode).toBe(429);
  });
});

describe('a locked mapping (C-042)', () => {
  it('is read-only and unaffected by reports until it is unlocked', async () => {
    const hash = await filled();
    await choose(hash, 'levels', 1, 11);
    expect((await lock(hash, true)).json()).toEqual({ locked: true });
    const answer = await choose(hash, 'levels', 1, 12);
    expect([answer.statusCode, answer.json<{ error: string[] }>().error]).toEqual([
      409,
      ['This mapping is locked. Ask your contact to unlock it.'],
    ]);
    t.clock.advance(1);
    await report(from, { ...SOURCE, levels: [] });
    await report(to, { ...TARGET, levels: [] });
    expect(await read(hash)).toMatchObject({
      mapping: { locked: true, from_structure: SOURCE, map: { levels: { 1: 11 } } },
      selects: TARGET,
    });
    await lock(hash, false);
    expect(await read(hash)).toMatchObject({ mapping: { locked: false, from_structure: { levels: [] } } });
    const locks = (await events()).filter(({ action }) => action.endsWith('locked'));
    expect(locks.map(({ action, actor }) => [action, actor])).toEqual([
      ['competency-mapping.locked', 'priya.shah'],
      ['competency-mapping.unlocked', 'priya.shah'],
    ]);
  });

  it('rejects a concurrent save', async () => {
    const hash = await filled();
    const [, locked] = await Promise.all([
      choose(hash, 'levels', 1, 11),
      lock(hash, true),
      choose(hash, 'groups', 7, 17),
    ]);
    expect(locked.statusCode).toBe(200);
    const { map } = (await read(hash)).mapping;
    expect((await choose(hash, 'levels', 2, 12)).statusCode).toBe(409);
    expect((await read(hash)).mapping.map).toEqual(map);
  });

  it('is recorded once when two people lock it at the same time', async () => {
    const hash = await filled();
    const locks = async () => (await events()).filter(({ action }) => action === 'competency-mapping.locked').length;
    const before = await locks();
    const other = beforeTransaction(t, (number) => (number === 0 ? setLocked(t, hash, true) : undefined));
    await setLocked(other, hash, true);
    expect(await locks()).toBe(before + 1);
  });

  it('requires an existing mapping', async () => {
    expect((await lock('0'.repeat(64), true)).statusCode).toBe(404);
  });
});
