import type { ChecksPlan } from '@mission-control/contract/monitors/schema';
import { CHECK_DEFAULTS } from '@mission-control/contract/monitors/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { asc, desc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFeatureApp } from '../../../app/testing/feature-app.ts';
import { domains } from '../../../fleet/tables.ts';
import { auditEvents } from '../../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { createServiceFleet } from '../../services/testing/service-fleet.ts';
import { checksOf } from '../monitor-row.ts';
import { readLeases } from '../probe/queries-leases.ts';
import { monitors } from '../tables.ts';
import { createWorker, work } from '../testing/probing.ts';

const HOSTS = ['ash.example', 'elm.example', 'fir.example'];
const t = setUpTestCtx(createServiceFleet);
let app: ReturnType<typeof createFeatureApp>;
beforeAll(async () => {
  const [domain] = await t.db.select().from(domains);
  if (!domain) throw new Error('The fleet has no domain.');
  const { id: _id, ...facts } = domain;
  await t.db.insert(domains).values(HOSTS.map((host) => ({ ...facts, host, isPrimary: false })));
  app = createFeatureApp(t, { services: t });
  await work(t, 2, [createWorker(t, 'one')]);
});
afterAll(() => app.close());
beforeEach(async () => {
  await t.db
    .update(monitors)
    .set({ path: '/', expectedStatus: 200, expectedText: null, slowMs: CHECK_DEFAULTS.slow_ms });
});

async function send(what: 'plan' | 'import', text: string, more: { fingerprint?: string; role?: string } = {}) {
  const form = new FormData();
  form.append('file', new File([text], 'list.csv'));
  if (more.fingerprint !== undefined) form.append('fingerprint', more.fingerprint);
  const sent = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: `/api/monitor/checks/${what}`,
    headers: { authorization: more.role ?? 'operator', 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}
const plan = async (text: string) => (await send('plan', text)).body as unknown as ChecksPlan;
const stored = async () =>
  Object.fromEntries(
    (await t.db.select().from(monitors).where(inArray(monitors.host, HOSTS)).orderBy(asc(monitors.host))).map((one) => {
      const { path, expected_status, expected_text, slow_ms } = checksOf(one);
      return [one.host, [path, expected_status, expected_text, slow_ms].join(' ')];
    }),
  );
const events = () => t.db.$count(auditEvents);
const UNCHANGED = Object.fromEntries(HOSTS.map((host) => [host, '/ 200  1500']));

const LIST =
  'host,path,expected_status,expected_text,slow_ms\nASH.example,/up,,all well,\nelm.example,,200,,\nfir.example,,204,,900\n';

it('previews the changes without making any, then saves all of them with one event, and notifies screens and workers', async () => {
  const { changes, same, ignored, fingerprint } = await plan(LIST);
  expect(changes.map(({ line, host, before, after }) => [line, host, before, after])).toEqual([
    [2, 'ash.example', { path: '/', expected_text: null }, { path: '/up', expected_text: 'all well' }],
    [4, 'fir.example', { expected_status: 200, slow_ms: 1500 }, { expected_status: 204, slow_ms: 900 }],
  ]);
  expect([same, ignored]).toEqual([1, []]);
  expect(await stored()).toEqual(UNCHANGED);
  const [count, before] = [await events(), (await readLeases(t.db)).versions];
  const [ash] = await t.db.select().from(monitors).where(eq(monitors.host, 'ash.example'));
  expect(await send('import', LIST, { fingerprint })).toEqual({ status: 200, body: { changed: 2 } });
  expect(await stored()).toEqual({
    'ash.example': '/up 200 all well 1500',
    'elm.example': '/ 200  1500',
    'fir.example': '/ 204  900',
  });
  // Findings of checks under the old settings are dropped.
  const [changed] = await t.db.select().from(monitors).where(eq(monitors.host, 'ash.example'));
  expect(changed?.revision).toBe((ash?.revision ?? 0) + 1);
  expect(await events()).toBe(count + 1);
  const [event] = await t.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  expect(event).toMatchObject({
    action: 'monitor.checks-changed',
    subject: '2 monitors',
    before: { 'ash.example': { path: '/' }, 'fir.example': { slow_ms: 1500 } },
    after: { 'ash.example': { expected_text: 'all well' }, 'fir.example': { slow_ms: 900 } },
  });
  const { versions } = await readLeases(t.db);
  for (const topic of [TOPIC.monitors, TOPIC.monitorSetup]) expect(versions[topic]).not.toBe(before[topic]);
});

it('changes and writes nothing when saved again, even with the previous fingerprint', async () => {
  const { fingerprint } = await plan(LIST);
  await send('import', LIST, { fingerprint });
  const count = await events();
  expect(await send('import', LIST, { fingerprint })).toEqual({ status: 200, body: { changed: 0 } });
  expect(await plan(LIST)).toMatchObject({ changes: [], same: 3 });
  expect(await events()).toBe(count);
});

it('is refused when a monitor has changed since the preview', async () => {
  const { fingerprint } = await plan(LIST);
  await t.db.update(monitors).set({ slowMs: 700 }).where(eq(monitors.host, 'fir.example'));
  const count = await events();
  expect(await send('import', LIST, { fingerprint })).toMatchObject({ status: 409 });
  expect([await stored(), await events()]).toEqual([{ ...UNCHANGED, 'fir.example': '/ 200  700' }, count]);
  expect(await send('import', LIST)).toMatchObject({ status: 200, body: { changed: 2 } });
});

it.each([
  ['host,path\nash.example,/up\nnowhere.example,/\n', 3, 'nowhere.example', 'There is no monitor for this host.'],
  ['host,slow_ms\nash.example,900\nelm.example,soon\n', 3, 'slow_ms', 'This is not a whole number.'],
])('saves nothing of an invalid list: %j', async (text, line, path, message) => {
  for (const what of ['plan', 'import'] as const) {
    const { status, body } = await send(what, text);
    expect([status, body.details]).toEqual([422, { faults: [{ line, path, message }], fault_count: 1 }]);
  }
  expect(await stored()).toEqual(UNCHANGED);
});

it('is for operators', async () => {
  for (const what of ['plan', 'import'] as const) expect((await send(what, LIST, { role: 'viewer' })).status).toBe(403);
});
