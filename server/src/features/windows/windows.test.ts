import type { WindowInput, WindowRow } from '@mission-control/contract/windows/schema';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { listOccurrences } from './queries.ts';
import { advanceWindows } from './advance-windows.ts';

const t = setUpTestCtx(importSmallInventory);
let app: FastifyInstance;
beforeAll(() => void (app = createFeatureApp(t)));
afterAll(() => app.close());
beforeEach(async () => {
  t.clock.set('2026-11-25T12:00:00.000Z');
  await t.db.execute(sql`truncate maintenance_windows, window_times, window_switches restart identity`);
});

const patching: WindowInput = {
  name: 'Patching',
  note: '',
  scope: { tenants: [], environments: [], services: [] },
  starts: '2026-11-25T22:00',
  zone: 'Europe/London',
  minutes: 120,
  rule: 'FREQ=DAILY',
  switches: false,
};
const once = { ...patching, name: 'Move', starts: '2026-11-25T11:30', rule: null };

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, role = 'admin') {
  const answer = await app.inject({
    method,
    url: `/api/window${path}`,
    headers: { authorization: role },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}
async function add(input: object): Promise<WindowRow> {
  const { status, body } = await send('POST', '', input);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as WindowRow;
}
const list = async () => (await send('GET', '', undefined, 'viewer')).body['windows'] as WindowRow[];
const times = async () =>
  (await listOccurrences(t.db, new Date(0), new Date('2100-01-01T00:00:00.000Z'))).map(
    ({ from, to }) => `${new Date(from).toISOString().slice(0, 16)} ${new Date(to).toISOString().slice(11, 16)}`,
  );
const actions = async (subject: string): Promise<string[]> =>
  (
    await t.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.subject, subject))
      .orderBy(auditEvents.id)
  ).map(({ action }) => action);

describe('a window', () => {
  it('is listed with active ones first, then upcoming ones, then past ones', async () => {
    await add({ ...once, name: 'Over', starts: '2026-11-25T11:00', minutes: 90 });
    t.clock.set('2026-11-25T13:00:00.000Z');
    await add(patching);
    await add({ ...once, name: 'On', starts: '2026-11-25T12:30' });
    const shown = await list();
    expect(shown.map(({ name, state }) => `${name} ${state}`)).toEqual(['On now', 'Patching coming', 'Over past']);
    expect(shown[1]).toMatchObject({ at: { from: '2026-11-25T22:00:00.000Z', to: '2026-11-26T00:00:00.000Z' } });
    // It cannot begin before it was planned.
    expect(shown[0]).toMatchObject({ at: { from: '2026-11-25T13:00:00.000Z', to: '2026-11-25T14:30:00.000Z' } });
  });

  it.each([
    [{ starts: '2026-11-25T08:00' }, 'starts'],
    [{ starts: '2026-02-31T08:00' }, 'starts'],
    [{ zone: 'Europe/Atlantis' }, 'zone'],
    [{ minutes: 4 }, 'minutes'],
    [{ rule: 'FREQ=HOURLY' }, 'rule'],
    [{ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rule'],
  ])('is refused with %o', async (more, field) => {
    const { status, body } = await send('POST', '', { ...once, ...more });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(Object.keys(body['fields'] as object)).toContain(field);
    expect(await list()).toEqual([]);
  });

  it('can be planned and changed only by admins', async () => {
    const { id } = await add(patching);
    for (const role of ['viewer', 'operator']) {
      expect((await send('POST', '', patching, role)).status).toBe(403);
      expect((await send('PUT', `/${id}`, patching, role)).status).toBe(403);
      expect((await send('POST', `/${id}/end`, undefined, role)).status).toBe(403);
      expect((await send('DELETE', `/${id}`, undefined, role)).status).toBe(403);
    }
  });

  it('rejects a stale save', async () => {
    const { id, updated_at: known } = await add(patching);
    t.clock.advance(60_000);
    expect((await send('PUT', `/${id}?known=${known}`, { ...patching, note: 'First' })).status).toBe(200);
    const stale = await send('PUT', `/${id}?known=${known}`, { ...patching, note: 'Second' });
    expect(stale.status).toBe(409);
    expect((await list())[0]).toMatchObject({ note: 'First' });
  });

  it('moves future occurrences, and keeps past ones', async () => {
    const { id } = await add({ ...patching, starts: '2026-11-25T11:00', minutes: 90 });
    t.clock.set('2026-11-25T20:00:00.000Z');
    await send('PUT', `/${id}`, { ...patching, starts: '2026-11-25T23:00', rule: 'FREQ=WEEKLY;BYDAY=WE' });
    expect(await times()).toEqual(['2026-11-25T12:00 12:30', '2026-11-25T23:00 01:00', '2026-12-02T23:00 01:00']);
  });

  it('that is an active one-time window can be made longer, but not changed otherwise', async () => {
    const { id } = await add(once);
    expect((await send('PUT', `/${id}`, { ...once, name: 'Longer', minutes: 180 })).status).toBe(200);
    expect(await times()).toEqual(['2026-11-25T12:00 14:30']);
    expect((await send('PUT', `/${id}`, { ...once, minutes: 10 })).status).toBe(400);
    expect((await send('PUT', `/${id}`, { ...once, zone: 'UTC' })).status).toBe(400);
    expect(await times()).toEqual(['2026-11-25T12:00 14:30']);
  });

  it('that is active ends immediately and stays ended, but returns by its rule', async () => {
    const { id } = await add({ ...patching, starts: '2026-11-25T11:00' });
    t.clock.set('2026-11-25T12:10:00.000Z');
    expect((await send('POST', `/${id}/end`)).body).toMatchObject({ state: 'coming' });
    expect((await send('POST', `/${id}/end`)).status).toBe(409);
    await send('PUT', `/${id}`, { ...patching, starts: '2026-11-25T11:00', note: 'Done early' });
    expect((await times()).slice(0, 2)).toEqual(['2026-11-25T12:00 12:10', '2026-11-26T11:00 13:00']);
    await send('DELETE', `/${id}`);
    expect(await times()).toEqual(['2026-11-25T12:00 12:10']);
    expect(await list()).toEqual([]);
    expect((await send('DELETE', `/${id}`)).status).toBe(404);
  });

  it('that is active ends immediately when it is deleted', async () => {
    const { id } = await add(once);
    t.clock.set('2026-11-25T12:10:00.000Z');
    expect((await send('DELETE', `/${id}`)).status).toBe(200);
    expect(await times()).toEqual(['2026-11-25T12:00 12:10']);
    expect((await send('PUT', `/${id}`, once)).status).toBe(404);
  });

  it('previews when it would be active and what it would cover', async () => {
    const { body } = await send('POST', '/preview', {
      ...patching,
      starts: '2026-03-08T02:30',
      zone: 'America/New_York',
    });
    expect(body).toMatchObject({ switched: 0 });
    expect(body['next']).toHaveLength(5);
    const nowhere = { ...patching, scope: { tenants: [999_999], environments: [], services: [] } };
    expect((await send('POST', '/preview', nowhere)).body).toMatchObject({ tenants: 0, sites: 0, switched: 0 });
  });
});

it('announces beginning and end once, however many workers look and however late', async () => {
  await add({ ...once, name: 'Announced', starts: '2026-11-25T12:30', minutes: 30 });
  const look = () => Promise.all([advanceWindows(t), advanceWindows(t), advanceWindows(t)]);
  await look();
  expect(await actions('Announced')).toEqual(['window.added']);
  for (const time of ['12:31', '12:45', '13:02', '13:05']) {
    t.clock.set(`2026-11-25T${time}:00.000Z`);
    await look();
  }
  expect(await actions('Announced')).toEqual(['window.added', 'window.began', 'window.ended']);
});

it('stores the occurrences of a rule some days ahead, without gaps or duplicates', async () => {
  await add({ ...patching, starts: '2026-11-25T13:00', minutes: 30 });
  for (let day = 0; day < 20; day += 1) {
    t.clock.advance(86_400_000);
    await Promise.all([advanceWindows(t), advanceWindows(t)]);
  }
  const found = await times();
  const days = found.map((text) => Date.parse(`${text.slice(0, 16)}Z`));
  expect(new Set(days).size).toBe(days.length);
  expect(days.every((at, index) => index === 0 || at - (days[index - 1] ?? 0) === 86_400_000)).toBe(true);
  expect(days.length).toBeGreaterThanOrEqual(28);
});

it('is active when workers run again after a long stop during one of its occurrences', async () => {
  await add(patching);
  t.clock.set('2026-12-20T22:30:00.000Z');
  await advanceWindows(t);
  expect((await list())[0]).toMatchObject({
    state: 'now',
    at: { from: '2026-12-20T22:30:00.000Z', to: '2026-12-21T00:00:00.000Z' },
  });
  expect((await times()).slice(-10, -8)).toEqual(['2026-12-20T22:30 00:00', '2026-12-21T22:00 00:00']);
});

it('is active until the end of the last of several occurrences that are in progress when workers run again', async () => {
  await add({ ...patching, minutes: 36 * 60 });
  t.clock.set('2026-12-20T22:30:00.000Z');
  await advanceWindows(t);
  expect((await list())[0]).toMatchObject({
    state: 'now',
    at: { from: '2026-12-20T22:30:00.000Z', to: '2026-12-22T10:00:00.000Z' },
  });
});
