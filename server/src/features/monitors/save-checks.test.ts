import { getMonitor } from '@mission-control/contract/monitors/calls';
import { CHECK_DEFAULTS } from '@mission-control/contract/monitors/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { asc, desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { domains } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import type { ProbeResult, ProbeTarget } from '../../ports/probes.ts';
import { createServiceApi } from '../services/testing/service-api.ts';
import { createServiceFleet } from '../services/testing/service-fleet.ts';
import { readLeases } from './probe/queries-leases.ts';
import { lockMonitors } from './queries.ts';
import { monitors } from './tables.ts';
import { createWorker, work } from './testing/probing.ts';

const HOSTS = ['ash.example', 'birch.example', 'elm.example', 'fir.example', 'oak.example', 'yew.example'];
const GOOD: ProbeResult = { ok: true, ms: 100, response: '200 OK', error: null, certificateEnds: null };

const t = setUpTestCtx();
let api: ReturnType<typeof createServiceApi>;
let answer: (target: ProbeTarget) => Promise<ProbeResult>;
const targets: ProbeTarget[] = [];
beforeAll(async () => {
  t.ports.probes = {
    check: (target) => {
      targets.push(target);
      return answer(target);
    },
  };
  await createServiceFleet(t);
  const [domain] = await t.db.select().from(domains);
  if (!domain) throw new Error('The fleet has no domain.');
  const { id: _id, ...facts } = domain;
  await t.db.insert(domains).values(HOSTS.map((host) => ({ ...facts, host, isPrimary: false })));
  api = createServiceApi(t);
  answer = () => Promise.resolve(GOOD);
  await work(t, 41, [worker()]);
});
afterAll(() => api.close());
afterEach(async () => {
  answer = () => Promise.resolve(GOOD);
  await t.db.update(monitors).set({ active: true, closed: null });
});

let own: ReturnType<typeof createWorker> | undefined;
const worker = () => (own ??= createWorker(t, 'one'));

async function idOf(host: string): Promise<number> {
  const [row] = await t.db.select({ id: monitors.id }).from(monitors).where(eq(monitors.host, host));
  if (!row) throw new Error(`There is no monitor of ${host}.`);
  return row.id;
}
const read = async (id: number) => getMonitor.response.parse((await api.send('GET', `/api/monitor/${id}`)).body);
const save = (id: number, checks: object, known?: object) =>
  api.send('PUT', `/api/monitor/${id}/checks`, { checks: { ...CHECK_DEFAULTS, ...checks }, ...(known && { known }) });
const auditOf = async (action: string) =>
  (await t.db.select().from(auditEvents).where(eq(auditEvents.action, action)).orderBy(asc(auditEvents.id))).at(-1);

const version = async () => Number((await readLeases(t.db)).versions[TOPIC.monitors]);

it('applies the saved settings, and counts failures and successes against the saved thresholds', async () => {
  const id = await idOf('ash.example');
  const checks = { path: '/health?full=1', expected_text: 'all well', expected_status: 204, timeout_ms: 2_500 };
  const saved = await save(id, { ...checks, failures_to_down: 1, successes_to_up: 3, slow_ms: 80 });
  expect(saved.status).toBe(200);
  targets.length = 0;
  await work(t, 61, [worker()]);
  expect(targets.find(({ host }) => host === 'ash.example')).toMatchObject({
    path: '/health?full=1',
    expectedText: 'all well',
    expectedStatus: 204,
    timeoutMs: 2_500,
  });
  const { monitor, url } = await read(id);
  expect(monitor).toMatchObject({ status: 1, warning_count: 1, last_error: 'Slower than 80 ms in 3 of 5 checks' });
  expect(url).toMatch(/\/health\?full=1$/);

  const bad = { ...GOOD, ok: false, error: 'no answer', response: null };
  answer = ({ host }) => Promise.resolve(host === 'ash.example' ? bad : GOOD);
  await work(t, 21, [worker()]);
  expect((await read(id)).monitor.status).toBe(0);
  answer = () => Promise.resolve(GOOD);
  await work(t, 41, [worker()]);
  expect((await read(id)).monitor.status).toBe(0);
  await work(t, 20, [worker()]);
  expect((await read(id)).monitor.status).toBe(1);
  expect(await auditOf('monitor.checks-changed')).toMatchObject({
    subject: 'ash.example',
    before: CHECK_DEFAULTS,
    after: { path: '/health?full=1', failures_to_down: 1 },
  });
});

it('rejects a stale save, and writes nothing if nothing has changed', async () => {
  const id = await idOf('birch.example');
  const mine = { ...CHECK_DEFAULTS, slow_ms: 900 };
  expect((await save(id, mine, CHECK_DEFAULTS)).status).toBe(200);
  const refused = await save(id, { slow_ms: 700 }, CHECK_DEFAULTS);
  expect(refused).toMatchObject({ status: 409 });
  expect((await read(id)).checks).toEqual(mine);
  const events = await t.db.$count(auditEvents);
  expect((await save(id, mine, mine)).status).toBe(200);
  expect(await t.db.$count(auditEvents)).toBe(events);
});

it.each([
  ['path', 'health'],
  ['path', '/a b'],
  ['path', '//evil.example/#x'],
  ['expected_status', 99],
  ['expected_status', 200.5],
  ['expected_text', ' '],
  ['timeout_ms', 10_001],
  ['failures_to_down', 0],
  ['successes_to_up', 21],
  ['slow_ms', 49],
])('refuses %s %j by its field', async (key, value) => {
  const { status, body } = await save(await idOf('elm.example'), { [key]: value });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(`checks.${key}`);
});

it('requests a path only on the host of the monitor', async () => {
  const id = await idOf('elm.example');
  expect((await save(id, { path: '//other.example/x' })).status).toBe(200);
  expect(new URL((await read(id)).url).host).toBe('elm.example');
});

it('is checked immediately on request, even before it is due, and notifies screens of the result', async () => {
  const id = await idOf('fir.example');
  await work(t, 2, [worker()]);
  const before = (await read(id)).monitor.last_check;
  targets.length = 0;
  const { status, body } = await api.send('POST', `/api/monitor/${id}/check`, {});
  expect(status).toBe(200);
  const versionBefore = await version();
  await work(t, 2, [worker()]);
  expect(targets.map(({ host }) => host)).toContain('fir.example');
  const { last_check: after } = (await read(id)).monitor;
  expect(after).not.toBe(before);
  expect(String(after) >= String(body.asked_at)).toBe(true);
  expect(await version()).toBeGreaterThan(versionBefore);
  expect(await auditOf('monitor.check-asked')).toMatchObject({ subject: 'fir.example' });
  targets.length = 0;
  await work(t, 4, [worker()]);
  expect(targets.filter(({ host }) => host === 'fir.example')).toEqual([]);
});

it('is checked again on request if the running check began earlier', async () => {
  const id = await idOf('oak.example');
  const waiting: (() => void)[] = [];
  answer = ({ host }) =>
    host === 'oak.example' ? new Promise((done) => waiting.push(() => done(GOOD))) : Promise.resolve(GOOD);
  await api.send('POST', `/api/monitor/${id}/check`, {});
  await work(t, 2, [worker()]);
  expect(waiting).toHaveLength(1);
  await api.send('POST', `/api/monitor/${id}/check`, {});
  await work(t, 2, [worker()]);
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  await work(t, 4, [worker()]);
  expect(waiting).toHaveLength(2);
  waiting[1]?.();
});

it.each([
  [{ active: false }, 'switched off'],
  [{ closed: 'maintenance' as const }, 'in maintenance'],
  [{ closed: 'inactive' as const }, 'tenant is inactive'],
])('is not checked while %j, and says so', async (state, reason) => {
  const id = await idOf('yew.example');
  await t.db.update(monitors).set(state).where(eq(monitors.id, id));
  const { status, body } = await api.send('POST', `/api/monitor/${id}/check`, {});
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(reason);
});

it('records the previous settings even if two save at the same time', async () => {
  const { body } = await api.send('GET', '/api/monitor/search?q=example');
  const found = Number(body.found);
  const host = 'elm.example';
  const { slow_ms: before } = (await read(await idOf(host))).checks;
  const values = [before + 1, before + 2, before + 3];
  await Promise.all(
    values.map((slow_ms) => api.send('PATCH', '/api/monitor/checks', { q: 'example', found, checks: { slow_ms } })),
  );
  const events = await t.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'monitor.checks-changed'))
    .orderBy(desc(auditEvents.id))
    .limit(3);
  const had = events.map((event) => (event.before as Record<string, { slow_ms: number }>)[host]?.slow_ms);
  expect(new Set(had).size).toBe(3);
});

it('changes all monitors that a search finds, keeps settings that were not given, and records the previous ones', async () => {
  await save(await idOf('elm.example'), { slow_ms: 700 });
  const { body } = await api.send('GET', '/api/monitor/search?q=example');
  const found = Number(body.found);
  const send = (part: object) => api.send('PATCH', '/api/monitor/checks', { q: 'example', found, ...part });
  expect(await send({ found: found + 1, checks: { timeout_ms: 4_000 } })).toMatchObject({ status: 409 });
  expect(await send({ checks: {} })).toMatchObject({ status: 400 });
  expect(await send({ checks: { timeout_ms: 4_000 } })).toMatchObject({ status: 200, body: { changed: found } });
  expect((await read(await idOf('elm.example'))).checks).toMatchObject({ slow_ms: 700, timeout_ms: 4_000 });
  const event = await auditOf('monitor.checks-changed');
  expect(event).toMatchObject({ subject: `${found} monitors`, after: { timeout_ms: 4_000 } });
  expect(event?.before).toMatchObject({ 'elm.example': { timeout_ms: 10_000 } });
  expect(await send({ checks: { timeout_ms: 4_000 } })).toMatchObject({ body: { changed: 0 } });
});

it('changes no monitor that is removed meanwhile, and at most a thousand at once', async () => {
  const id = await idOf('yew.example');
  const stays = await idOf('oak.example');
  await t.db.update(monitors).set({ removedAt: t.clock.now() }).where(eq(monitors.id, id));
  expect((await save(id, { slow_ms: 800 })).status).toBe(404);
  expect((await api.send('POST', `/api/monitor/${id}/check`, {})).status).toBe(404);
  const locked = await t.db.transaction((tx) => lockMonitors(tx, [id, stays]));
  expect(locked.map((monitor) => monitor.id)).toEqual([stays]);
  await t.db.update(monitors).set({ removedAt: null }).where(eq(monitors.id, id));

  const [pattern] = await t.db.select().from(monitors).where(eq(monitors.id, id));
  if (!pattern) throw new Error('The monitor is gone.');
  const { id: _id, ...facts } = pattern;
  const many = Array.from({ length: 1_001 }, (_, at) => ({ ...facts, host: `many-${at}.example` }));
  const change = (write: (db: Transaction) => Promise<unknown>) =>
    inUnauditedTransaction(t, async ({ db, changed }) => {
      await write(db);
      changed(TOPIC.monitors);
    });
  await change((db) => db.insert(monitors).values(many));
  const send = (q: string, found: number) =>
    api.send('PATCH', '/api/monitor/checks', { q, found, checks: { slow_ms: 800 } });
  const refused = await send('many-', 1_001);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('At most 1,000 monitors at once.');
  await change((db) => db.delete(monitors).where(eq(monitors.host, 'many-0.example')));
  expect(await send('many-', 1_000)).toMatchObject({ status: 200, body: { changed: 1_000 } });
});
