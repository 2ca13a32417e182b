import { TOPIC } from '@mission-control/contract/topics';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { readTopicVersion } from '../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { reportFeature } from './feature.ts';
import { reportReceipts, reportTokens } from './tables.ts';
import { createReportApi, type ReportApi } from './testing/report-api.ts';

const t = setUpTestCtx(importSmallInventory);
let api: ReportApi;
let web: string;
beforeAll(async () => {
  api = createReportApi(t);
  web = await api.tokenOf('eu-prod-web-03');
});
afterAll(() => api.close());

const reportOf = (tenantIds: number[], system: Record<string, string>, more: object = {}): object => ({
  ...api.body(tenantIds.map((id) => ({ tenant_id: id, system }))),
  ...more,
});
const systemOf = async (id: number): Promise<Record<string, string>> =>
  (await api.ask('viewer', 'GET', `/api/tenant/${id}`)).json<{ tenant: TenantDetail }>().tenant.system;

describe('the token of an environment', () => {
  it('is created by an administrator, audited, stored as a hash only, and revokes the previous one', async () => {
    const path = `/api/report-token/2`;
    for (const role of ['viewer', 'operator', 'release-manager'] as const)
      expect((await api.ask(role, 'POST', path)).statusCode).toBe(403);
    expect((await api.ask('admin', 'POST', '/api/report-token/99')).statusCode).toBe(404);
    const first = (await api.ask('admin', 'POST', path)).json<{ environment_name: string; token: string }>();
    const second = (await api.ask('admin', 'POST', path)).json<{ token: string }>();
    expect(first.token).toMatch(/^mcr_[\w-]{43}$/);
    expect((await api.read(first.token, '/api/report/tenants')).statusCode).toBe(401);
    expect((await api.read(second.token, '/api/report/tenants')).json()).toMatchObject({
      environment_name: first.environment_name,
    });
    const events = await t.db.select().from(auditEvents).where(eq(auditEvents.action, 'report-token.minted'));
    expect(events.at(-1)).toMatchObject({ actor: 'priya.shah', subject: first.environment_name });
    const kept = JSON.stringify([await t.db.select().from(reportTokens), events]);
    expect(kept).not.toContain(second.token);
  });

  it('authorizes the report calls only, and is the only way to authorize them', async () => {
    expect((await api.read(web, '/api/tenant/1')).statusCode).toBe(401);
    expect((await api.read(web, '/api/tenant/cron')).statusCode).toBe(401);
    for (const bearer of ['admin', 'Bearer admin', `${web}x`, web.slice(0, -1), `mcr_${'A'.repeat(43)}`, '']) {
      expect((await api.report(bearer, 'system', reportOf([1], {}))).statusCode, bearer).toBe(401);
    }
    expect((await api.ask('admin', 'GET', '/api/report/tenants')).statusCode).toBe(401);
  });
});

describe('a report', () => {
  it('can cover the tenants listed for the environment', async () => {
    expect((await api.read(web, '/api/report/tenants')).json()).toEqual({
      environment_name: 'eu-prod-web-03',
      tenants: [{ id: 1, tenant_name: 'Brimham Active', services: [{ service: 'coursepro', place: 'web' }] }],
    });
  });

  it('is idempotent, also if repeated concurrently', async () => {
    const body = reportOf([1], { php: '8.4' });
    const answers = await Promise.all([1, 2, 3].map(() => api.report(web, 'system', body)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect(answers.map((answer) => answer.json<object>())).toEqual([
      { accepted: 1, duplicate: false, refused: [] },
      { accepted: 0, duplicate: true, refused: [] },
      { accepted: 0, duplicate: true, refused: [] },
    ]);
    expect(await systemOf(1)).toEqual({ php: '8.4' });
    const worker = await api.tokenOf('eu-prod-wrk-02');
    expect((await api.report(worker, 'system', body)).json()).toMatchObject({ accepted: 1, duplicate: false });
  });

  it('is accepted for tenants with a service on the environment; others are named', async () => {
    const answer = await api.report(web, 'system', reportOf([3, 1, 2, 999], { php: '8.5' }));
    expect(answer.json()).toEqual({ accepted: 1, duplicate: false, refused: [3, 2, 999] });
    expect([await systemOf(1), await systemOf(2)]).toEqual([{ php: '8.5' }, {}]);
    await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, 1));
    expect((await api.report(web, 'system', reportOf([1], {}))).json()).toMatchObject({ accepted: 0, refused: [1] });
    await t.db.update(tenants).set({ deletedAt: null }).where(eq(tenants.id, 1));
  });

  it('never replaces a newer one; a fast clock does not block later ones', async () => {
    const early = t.clock.now().toISOString();
    t.clock.advance(1000);
    await api.report(web, 'system', reportOf([1], { n: '2' }, { created: '2099-01-01T00:00:00Z' }));
    await api.report(web, 'system', reportOf([1], { n: '1' }, { created: early }));
    expect(await systemOf(1)).toEqual({ n: '2' });
    t.clock.advance(1000);
    await api.report(web, 'system', reportOf([1], { n: '3' }));
    expect(await systemOf(1)).toEqual({ n: '3' });
  });

  it('is stored atomically, and its failure does not affect others', async () => {
    const broken = reportOf([1], { n: '4' });
    await t.db.execute(
      `create function refuse() returns trigger language plpgsql as $$ begin if new.value = 'bad' then raise 'no'; end if; return new; end $$`,
    );
    await t.db.execute(
      'create trigger refuse before insert or update on system_values for each row execute function refuse()',
    );
    const bad = { ...broken, tenants: [{ tenant_id: 1, system: { a: 'good', b: 'bad' } }] };
    t.clock.advance(1000);
    const strive = await api.tokenOf('eu-prod-str-01');
    const [failed, well] = await Promise.all([
      api.report(web, 'system', bad),
      api.report(strive, 'system', reportOf([2], { n: '4' })),
    ]);
    expect([failed.statusCode, well.statusCode]).toEqual([500, 200]);
    expect(await systemOf(1)).toEqual({ n: '3' });
    expect(
      (await api.report(web, 'system', { ...bad, tenants: [{ tenant_id: 1, system: { a: 'b' } }] })).json(),
    ).toEqual({ accepted: 1, duplicate: false, refused: [] });
    await t.db.execute('drop trigger refuse on system_values');
  });

  it('is announced, without an audit event', async () => {
    const events = (await t.db.select().from(auditEvents)).length;
    const version = await readTopicVersion(t.db, TOPIC.cron);
    const entry = { tenant_id: 1, cron_tasks: '[]', tasks: [] };
    await api.report(web, 'cron', reportOf([], {}, { tenants: [entry] }));
    expect(await readTopicVersion(t.db, TOPIC.cron)).toBe(version + 1);
    expect(await t.db.select().from(auditEvents)).toHaveLength(events);
  });

  it('can be repeated for a week', async () => {
    t.clock.advance(7 * 86_400_000 + 1);
    const body = reportOf([1], { x: '1' });
    await api.report(web, 'system', body);
    await reportFeature.jobs(t)[0]?.run({});
    expect(await t.db.select().from(reportReceipts)).toHaveLength(1);
    expect((await api.report(web, 'system', body)).json()).toMatchObject({ duplicate: true });
  });
});

it.each([
  ['an unknown kind', 'weather', () => reportOf([1], {}), 404],
  ['a kind named like an object property', 'constructor', () => reportOf([1], {}), 404],
  ['no body', 'system', () => '', 400],
  ['no JSON', 'system', () => '{"report_id":', 400],
  ['a list', 'system', () => [], 400],
  ['an unknown key', 'system', () => reportOf([1], {}, { environment: 2 }), 400],
  ['no id', 'system', () => reportOf([1], {}, { report_id: 'one' }), 400],
  ['no time', 'system', () => reportOf([1], {}, { created: 'yesterday' }), 400],
  ['a time without its offset', 'system', () => reportOf([1], {}, { created: '2026-11-21T09:00:00' }), 400],
  ['no tenant', 'system', () => reportOf([], {}), 400],
  ['a duplicate tenant', 'system', () => reportOf([1, 1], {}), 400],
  [
    'too many tenants',
    'system',
    () =>
      reportOf(
        Array.from({ length: 201 }, (_, at) => at + 1),
        {},
      ),
    400,
  ],
  ['an invalid id', 'system', () => reportOf([-1], {}), 400],
  ['an id as a string', 'system', () => ({ ...reportOf([], {}), tenants: [{ tenant_id: '1', system: {} }] }), 400],
  ['a value that is not a string', 'system', () => reportOf([1], { php: 8 } as never), 400],
  ['a NUL character', 'system', () => reportOf([1], { php: 'a\0' }), 400],
  ['half a surrogate pair', 'system', () => reportOf([1], { php: '\ud800' }), 400],
  ['a prototype', 'system', () => JSON.stringify(reportOf([1], {})).replace('"system"', '"__proto__"'), 400],
  ['a value that is too long', 'system', () => reportOf([1], { php: 'x'.repeat(2001) }), 400],
  [
    'too many values',
    'system',
    () => reportOf([1], Object.fromEntries(Array.from({ length: 501 }, (_, n) => [n, '']))),
    400,
  ],
  ['more than a megabyte', 'system', () => ' '.repeat(1024 * 1024 + 1), 413],
])('refuses a report with %s', async (_what, kind, body, status) => {
  const before = await t.db.select().from(reportReceipts);
  const answer = await api.report(web, kind, body());
  expect(answer.statusCode, answer.body).toBe(status);
  expect(await t.db.select().from(reportReceipts)).toEqual(before);
});
