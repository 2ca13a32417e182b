import { listAttention as listCall } from '@mission-control/contract/attention/calls';
import type { CallResponse } from '@mission-control/contract/call';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { readTopicVersion } from '../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { configDrifts, configs } from '../config/public.ts';
import { controlConfirmations } from '../control/public.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { monitors } from '../monitors/public.ts';
import { createReportApi, cronTask, type ReportApi } from '../reports/testing/report-api.ts';
import { addTestWindow, endTestWindows, advanceWindows } from '../windows/testing/add-window.ts';
import { getTenantDetail } from '../tenants/public.ts';
import { announceDue, listAttention } from './attention.ts';

const t = setUpTestCtx(importSmallInventory);
let api: ReportApi;
let worker: string;
/** Two server processes on one database, each with its own index. */
let processes: Ctx[];
let site: number;
beforeAll(async () => {
  api = createReportApi(t);
  worker = await api.tokenOf('eu-prod-wrk-02');
  processes = [anotherProcess(), anotherProcess()];
  const row = { tenantId: 1, service: 'coursepro', host: 'brimham-active.coursepro.co.uk', createdAt: t.clock.now() };
  const [added] = await t.db.insert(monitors).values(row).returning({ id: monitors.id });
  site = added?.id ?? 0;
});
afterAll(() => api.close());

const HOUR = 3_600_000;
/** The start of the current minute, in the format of windows. */
const wallOf = (at: Date): string => at.toISOString().slice(0, 16);

const anotherProcess = (): Ctx => ({ ...t.as({}), db: Object.create(t.db) as Ctx['db'] });

/** Reads while the database fails after some statements. Returns whether the read failed. */
async function readInterrupted({ db, ...ctx }: Ctx, statements: number): Promise<boolean> {
  const select = vi.spyOn(db, 'select');
  for (let left = statements; left > 0; left -= 1) select.mockImplementationOnce((columns) => t.db.select(columns));
  select.mockImplementation(() => {
    throw new Error('The connection was closed.');
  });
  const failed = await read({ ...ctx, db }).then(
    () => false,
    () => true,
  );
  select.mockRestore();
  return failed;
}

type Answer = CallResponse<typeof listCall>;

async function read(ctx: Ctx, reason: Parameters<typeof listAttention>[1] = 'any'): Promise<Answer> {
  const cached = await listAttention(ctx, reason);
  const text = cached.json.toString();
  expect(gunzipSync(await cached.gzip()).toString()).toBe(text);
  return listCall.response.parse(JSON.parse(text));
}
const kindsOf = async (id: number) =>
  (await read(t)).tenants?.find((one) => one.id === id)?.reasons.map(({ kind }) => kind) ?? [];

const write = (topics: Topic[], work: (db: Transaction) => Promise<unknown>): Promise<void> =>
  inUnauditedTransaction(t, async ({ db, changed }) => {
    await work(db);
    changed(...topics);
  });
const ofTenant = (id: number): Topic[] => [TOPIC.tenants, TOPIC.tenant(id)];
const ofSite = (): Topic[] => [TOPIC.monitors, TOPIC.monitor(site), TOPIC.tenant(1)];
const ago = (minutes: number): Date => new Date(t.clock.now().getTime() - minutes * 60_000);
const DAY = 24 * 60;

const report = (kind: string, entry: object, minutesAgo: number) =>
  api.report(worker, kind, api.body([{ tenant_id: 1, ...entry }], ago(minutesAgo)));
const task = (taskName: string, ends: Date, failed: boolean) => {
  const log = { message: 'done', e2e: { task_duration_in_seconds: 1 }, datetime: ends.toISOString() };
  return cronTask(taskName, [{ context: { status: failed ? 'task_fail' : 'task_end' }, ...log }], {
    restrictions: { time: { type: 'delay', minimum: 10 }, run: null, conditional: null },
  });
};

/** Random changes in the console; `minutes` is an age or a duration. */
const CHANGES: Record<string, (id: number, minutes: number, on: boolean) => Promise<unknown>> = {
  site: (_id, minutes, on) =>
    write(ofSite(), (db) =>
      db
        .update(monitors)
        .set({ status: on ? 1 : 0, lastOnline: ago(minutes) })
        .where(eq(monitors.id, site)),
    ),
  certificate: (_id, minutes, on) =>
    write(ofSite(), (db) =>
      db
        .update(monitors)
        .set({ certificateEnds: ago(on ? minutes : -minutes) })
        .where(eq(monitors.id, site)),
    ),
  licence: (id, minutes, on) =>
    write(ofTenant(id), (db) =>
      db
        .update(tenants)
        .set({
          licenceExpires: on
            ? ago(-minutes * 9)
                .toISOString()
                .slice(0, 10)
            : null,
        })
        .where(eq(tenants.id, id)),
    ),
  active: (id, _minutes, on) =>
    write(ofTenant(id), (db) => db.update(tenants).set({ active: on }).where(eq(tenants.id, id))),
  deleted: (id, _minutes, on) =>
    write(ofTenant(id), (db) =>
      db
        .update(tenants)
        .set({ deletedAt: on ? null : t.clock.now() })
        .where(eq(tenants.id, id)),
    ),
  cron: (_id, minutes, on) =>
    report('cron', { cron_tasks: '[]', tasks: [task(on ? 'a' : 'b', ago(minutes), !on)] }, on ? 0 : minutes),
  system: (_id, minutes) => report('system', { system: { php: String(minutes) } }, minutes),
  saved: (_id, minutes, on) =>
    write([...ofTenant(1), TOPIC.config(1, 'strive')], async (db) => {
      const row = { tenantId: 1, kind: 'strive', hash: 'new', savedAt: ago(minutes), committedRevision: 1 } as const;
      const set = { ...row, committedHash: on ? 'new' : 'old', serversDiffer: false };
      await db
        .insert(configs)
        .values(set)
        .onConflictDoUpdate({ target: [configs.tenantId, configs.kind], set });
    }),
  drift: (_id, _minutes, on) =>
    write([...ofTenant(1), TOPIC.config(1, 'strive')], async (db) => {
      await db.delete(configDrifts);
      if (on) return;
      const row = { tenantId: 1, kind: 'strive', host: 'eu-prod-str-01-a', hash: 'x', foundAt: t.clock.now() } as const;
      await db.insert(configDrifts).values(row);
    }),
  control: (id, _minutes, on) =>
    write([TOPIC.control(id), TOPIC.attention, TOPIC.tenant(id)], async (db) => {
      const row = { tenantId: id, service: 'strive', host: 'eu-prod-str-01-a' };
      await db
        .delete(controlConfirmations)
        .where(and(eq(controlConfirmations.tenantId, id), eq(controlConfirmations.host, row.host)));
      await db
        .insert(controlConfirmations)
        .values({ ...row, error: on ? null : 'No response.', failedAt: t.clock.now() });
    }),
  fleet: () => write([TOPIC.tenants], () => Promise.resolve()),
  time: async (_id, minutes) => t.clock.advance(minutes * 60_000),
};

describe('the reasons of all tenants', () => {
  it('after any changes and any time equal those computed from scratch, in either of two processes', async () => {
    const step = fc.record({
      kind: fc.constantFrom(...Object.keys(CHANGES)),
      id: fc.integer({ min: 1, max: 3 }),
      minutes: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 20 * DAY })),
      on: fc.boolean(),
      reader: fc.option(fc.nat(1), { nil: undefined }),
      interruptedAfter: fc.option(fc.nat(3), { nil: undefined }),
    });
    const met = new Set<string>();
    let failures = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        for (const { kind, id, minutes, on, reader, interruptedAfter } of steps) {
          await CHANGES[kind]?.(id, minutes, on);
          if (reader === undefined) continue;
          const fresh = await read(anotherProcess());
          const process = processes[reader] ?? t;
          if (interruptedAfter !== undefined && (await readInterrupted(process, interruptedAfter))) failures += 1;
          expect(await read(process)).toEqual(fresh);
          for (const { id: one, reasons } of fresh.tenants ?? []) {
            expect((await getTenantDetail(t, one)).attention).toEqual(reasons);
            for (const reason of reasons) met.add(reason.kind);
          }
        }
      }),
      { numRuns: 80, seed: 19 },
    );
    expect(met.size).toBe(Object.keys((await read(t)).counts).length);
    expect(failures).toBeGreaterThan(20);
  }, 120_000);

  it('are counted, and can be filtered by reason', async () => {
    for (const name of Object.keys(CHANGES)) if (name !== 'time') await CHANGES[name]?.(1, 0, true);
    await CHANGES['control']?.(3, 0, true);
    await CHANGES['active']?.(2, 0, true);
    await CHANGES['deleted']?.(2, 0, true);
    await CHANGES['licence']?.(2, 0, false);
    await CHANGES['control']?.(2, 0, false);
    await CHANGES['drift']?.(1, 0, false);
    const all = await read(t);
    const ofDrift = await read(t, 'drift');
    expect(ofDrift.tenants).toEqual(all.tenants?.filter(({ id }) => id === 1));
    expect(ofDrift.counts).toMatchObject({ drift: 1, 'switch-unconfirmed': 1 });
    const counts = await api.ask('viewer', 'GET', '/api/attention');
    expect(counts.json()).toEqual({ needing: all.needing, counts: all.counts });
    expect((await api.ask('viewer', 'GET', '/api/attention?reason=none')).statusCode).toBe(400);
    // A page of the list asks for its own tenants: unknown ones and those that need no attention are left out.
    const [first] = all.tenants ?? [];
    const some = await api.ask('viewer', 'GET', `/api/attention?tenants=999,${first?.id},${first?.id}`);
    expect(some.json()).toEqual({ ...counts.json<object>(), tenants: [first] });
    const ids = Array.from({ length: 51 }, (_, at) => at + 1).join(',');
    for (const query of ['tenants=1&reason=any', 'tenants=', 'tenants=0', 'tenants=2147483648', `tenants=${ids}`])
      expect((await api.ask('viewer', 'GET', `/api/attention?${query}`)).statusCode, query).toBe(400);
    const detail = await api.ask('viewer', 'GET', '/api/tenant/1');
    expect(detail.json()).toMatchObject({ tenant: { attention: all.tenants?.[0]?.reasons } });
  });

  it('are not sent again to a browser that has them, whatever else changes', async () => {
    const etag = async () => (await api.ask('viewer', 'GET', '/api/attention?reason=any')).headers['etag'];
    const first = await etag();
    await write(ofTenant(2), (db) => db.update(tenants).set({ totalMembers: 5 }).where(eq(tenants.id, 2)));
    expect(await etag()).toBe(first);
    await CHANGES['drift']?.(1, 0, true);
    expect(await etag()).not.toBe(first);
  });
});

describe('as time passes', () => {
  it('a tenant whose first report from its system is also the last needs attention after 15 minutes', async () => {
    await CHANGES['active']?.(1, 0, true);
    await CHANGES['deleted']?.(1, 0, true);
    await write(ofTenant(1), async (db) => {
      await db.execute(sql`delete from system_reports`);
      await db.execute(sql`delete from cron_reports`);
    });
    expect(await kindsOf(1)).not.toContain('reports-stopped');
    await report('system', { system: {} }, 0);
    expect(await kindsOf(1)).not.toContain('reports-stopped');
    t.clock.advance(16 * 60_000);
    expect(await kindsOf(1)).toContain('reports-stopped');
  });

  it('a tenant whose reports stop needs attention after 15 minutes, until the next report', async () => {
    await CHANGES['active']?.(1, 0, true);
    await CHANGES['deleted']?.(1, 0, true);
    await report('cron', { cron_tasks: '[]', tasks: [] }, 0);
    await report('system', { system: {} }, 0);
    expect(await kindsOf(1)).not.toContain('reports-stopped');
    t.clock.advance(16 * 60_000);
    expect(await kindsOf(1)).toContain('reports-stopped');
    await report('cron', { cron_tasks: '[]', tasks: [] }, 0);
    await report('system', { system: {} }, 0);
    expect(await kindsOf(1)).not.toContain('reports-stopped');
  });

  it('screens are notified once of tenants whose reasons changed, and of nothing else', async () => {
    const announced = () => readTopicVersion(t.db, TOPIC.attention);
    await announceDue(t);
    const before = await announced();
    await announceDue(t);
    expect(await announced()).toBe(before);
    t.clock.advance(16 * 60_000);
    await announceDue(t);
    expect(await announced()).toBe(before + 1);
    await announceDue(t);
    expect(await announced()).toBe(before + 1);
  });

  it('screens are notified by the next attempt if the first one failed', async () => {
    const announced = () => readTopicVersion(t.db, TOPIC.attention);
    await report('cron', { cron_tasks: '[]', tasks: [] }, 0);
    await report('system', { system: {} }, 0);
    await announceDue(t);
    t.clock.advance(16 * 60_000);
    const before = await announced();
    const transaction = vi.spyOn(t.db, 'transaction').mockRejectedValueOnce(new Error('The connection was closed.'));
    await expect(announceDue(t)).rejects.toThrow('The connection was closed.');
    transaction.mockRestore();
    expect(await announced()).toBe(before);
    await announceDue(t);
    expect(await announced()).toBe(before + 1);
  });

  it('a site that is down is left out while it is in a maintenance window, and listed again when the window ends', async () => {
    const announced = () => readTopicVersion(t.db, TOPIC.attention);
    const isDown = { status: 0, lastOnline: new Date(t.clock.now().getTime() - HOUR), removedAt: null, active: true };
    await write(ofSite(), (db) => db.update(monitors).set(isDown).where(eq(monitors.id, site)));
    expect(await kindsOf(1)).toContain('site-down');
    await addTestWindow(t, { starts: wallOf(t.clock.now()), minutes: 60 });
    await announceDue(t);
    const before = await announced();
    await advanceWindows(t);
    await announceDue(t);
    expect(await announced()).toBe(before + 1);
    expect(await kindsOf(1)).not.toContain('site-down');
    expect((await getTenantDetail(t, 1)).attention.map(({ kind }) => kind)).not.toContain('site-down');
    t.clock.advance(HOUR);
    await announceDue(t);
    expect(await announced()).toBe(before + 2);
    expect(await kindsOf(1)).toContain('site-down');
    await advanceWindows(t);
    expect(await kindsOf(1)).toContain('site-down');
  });

  it('ending a window early takes effect for its sites immediately', async () => {
    await addTestWindow(t, { starts: wallOf(t.clock.now()), minutes: 60 });
    await advanceWindows(t);
    expect(await kindsOf(1)).not.toContain('site-down');
    await endTestWindows(t);
    expect(await kindsOf(1)).toContain('site-down');
  });
});
