import { getMonitor, listMonitors } from '@mission-control/contract/monitors/calls';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { domains, tenants } from '../../fleet/tables.ts';
import { lockAwaited } from '../../platform/testing/lock-awaited.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import type { ProbeResult } from '../../ports/probes.ts';
import { createServiceApi } from '../services/testing/service-api.ts';
import { createServiceFleet } from '../services/testing/service-fleet.ts';
import { rollUp } from './charts/roll-up.ts';
import { writeBatch } from './probe/prober.ts';
import { lockMonitors } from './queries.ts';
import { monitorLeases, monitorOutages, monitorRaw, monitors } from './tables.ts';
import { createWorker, letPass, renew, work, type Worker } from './testing/probing.ts';

const t = setUpTestCtx();
let api: ReturnType<typeof createServiceApi>;
/** Probe results by host; a missing host succeeds. */
const answers = new Map<string, Partial<ProbeResult>>();
const asked: string[] = [];
beforeAll(async () => {
  t.ports.probes = {
    check: async ({ host }) => {
      asked.push(host);
      return { ok: true, ms: 100, response: '200 OK', error: null, certificateEnds: null, ...answers.get(host) };
    },
  };
  await createServiceFleet(t);
  const [domain] = await t.db.select().from(domains);
  if (!domain) throw new Error('The fleet has no domain.');
  const { id: _id, ...facts } = domain;
  const more = ['ash', 'birch', 'elm', 'fir', 'oak'].map((name) => `${name}.example`);
  await t.db.insert(domains).values(more.map((host) => ({ ...facts, host, isPrimary: false })));
  api = createServiceApi(t);
});
afterAll(() => api.close());
beforeEach(() => answers.clear());

const failing: Partial<ProbeResult> = { ok: false, response: null, error: 'no answer', ms: 10_000 };

const list = async () => {
  const { status, body } = await api.send('GET', '/api/monitor', undefined, 'viewer');
  expect(status).toBe(200);
  return listMonitors.response.parse(body);
};
const monitorOf = async (host: string) => {
  const found = (await list()).monitors.find((monitor) => monitor.host === host);
  if (!found) throw new Error(`There is no monitor of ${host}.`);
  return found;
};
const hostsOf = async () => (await list()).monitors.map(({ host }) => host).toSorted((a, b) => a.localeCompare(b));

describe('monitors', () => {
  const one = createWorkerLater();

  it('are created with the domains of the imported inventory, and checked within an interval [MON-02]', async () => {
    const hosts = (await t.db.select().from(domains)).map(({ host }) => host);
    expect(await hostsOf()).toEqual([]);
    await work(t, 21, [one()]);
    expect(await hostsOf()).toEqual(hosts.toSorted((a, b) => a.localeCompare(b)));
    expect(new Set(asked)).toEqual(new Set(hosts));
    for (const monitor of (await list()).monitors) {
      expect(monitor).toMatchObject({ active: 1, status: 1, warning_count: 0, last_response: '200 OK', uptimepc: 100 });
    }
    expect((await list()).prober).toMatchObject({ running: true, faulty_since: null });
  });

  it('have the documented keys, with values and labels [MON-03, MON-05, MON-06]', async () => {
    const [first] = (await list()).monitors;
    const { body } = await api.send('GET', `/api/monitor/${first?.id}?range=7d`, undefined, 'viewer');
    const { monitor } = body as { monitor: Record<string, { values: unknown[]; labels: string[] }> };
    expect(Object.keys(monitor).toSorted((a, b) => a.localeCompare(b))).toEqual(
      (
        'active averageLatency closed host id label last_check last_error last_offline last_online last_response latencyData ' +
        'response_time status tenant uptimeData uptimepc warning_count'
      ).split(' '),
    );
    for (const key of ['uptimeData', 'latencyData']) {
      expect(Object.keys(monitor[key] ?? {})).toEqual(['values', 'labels']);
      expect(monitor[key]?.values).toHaveLength(monitor[key]?.labels.length ?? 0);
      expect(monitor[key]?.values.at(-1)).toBe(100);
    }
    for (const path of ['/api/monitor/999', '/api/monitor/0', '/api/monitor/1e9999']) {
      expect((await api.send('GET', path)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it('go down after three failures and recover after two successes, with an outage of that length', async () => {
    const { host, id } = await monitorOf((await hostsOf())[0] ?? '');
    answers.set(host, failing);
    await work(t, 80, [one()]);
    const down = await monitorOf(host);
    expect(down).toMatchObject({ status: 0, last_error: 'no answer' });
    const open = getMonitor.response.parse((await api.send('GET', `/api/monitor/${id}`)).body).outages;
    expect(open).toMatchObject([{ ended_at: null, error: 'no answer', failures: 4 }]);
    answers.clear();
    await work(t, 41, [one()]);
    const up = await monitorOf(host);
    expect(up.status).toBe(1);
    const [outage] = getMonitor.response.parse((await api.send('GET', `/api/monitor/${id}`)).body).outages;
    expect(Date.parse(outage?.ended_at ?? '') - Date.parse(outage?.started_at ?? '')).toBe(80_000);
    expect((await t.db.select().from(monitorOutages)).length).toBe(1);
  });

  it('are switched off and on by an operator, not by a viewer, and are not checked while off [MON-04, MON-13, ERR-05]', async () => {
    const { host, id } = await monitorOf((await hostsOf())[0] ?? '');
    expect((await api.send('PATCH', `/api/monitor/${id}`, { active: 0 }, 'viewer')).status).toBe(403);
    const off = await api.send('PATCH', `/api/monitor/${id}`, { active: 0 });
    expect(off.body).toMatchObject({ monitor: { id, active: 0, status: 1 } });
    await work(t, 3, [one()]);
    asked.length = 0;
    await work(t, 25, [one()]);
    expect(asked).not.toContain(host);
    expect(asked.length).toBeGreaterThan(0);
    expect((await monitorOf(host)).active).toBe(0);
    expect((await api.send('PATCH', `/api/monitor/${id}`, { active: true })).body).toMatchObject({
      monitor: { active: 1 },
    });
    await work(t, 25, [one()]);
    expect(asked).toContain(host);
    const missing = await api.send('PATCH', '/api/monitor/999999', { active: true });
    expect(missing.status).toBe(404);
    expect(missing.body).toMatchObject({ error: ['There is no monitor 999999. Its domain may have been removed.'] });
    expect((await api.send('PATCH', `/api/monitor/${id}`, { active: 'yes' })).status).toBe(400);
    // The monitors of a deleted tenant are removed by the next check.
    await t.db.update(tenants).set({ deletedAt: t.clock.now() });
    expect((await api.send('PATCH', `/api/monitor/${id}`, { active: false })).status).toBe(404);
    await t.db.update(tenants).set({ deletedAt: null });
    expect((await monitorOf(host)).active).toBe(1);
    const audit = await api.send('GET', '/api/audit', undefined, 'admin');
    expect(JSON.stringify(audit.body)).toContain('monitor.switched-off');
  });

  it('that are down do not come online by being switched off and on', async () => {
    const { host, id } = await monitorOf((await hostsOf())[0] ?? '');
    answers.set(host, failing);
    await work(t, 60, [one()]);
    expect((await monitorOf(host)).status).toBe(0);
    const off = await api.send('PATCH', `/api/monitor/${id}`, { active: false });
    expect(off.body).toMatchObject({ monitor: { active: 0, status: 0, last_error: null } });
    expect((await api.send('PATCH', `/api/monitor/${id}`, { active: true })).status).toBe(200);
    // A single failure is enough to confirm that it is still down.
    await work(t, 21, [one()]);
    const { outages } = getMonitor.response.parse((await api.send('GET', `/api/monitor/${id}`)).body);
    expect(outages[0]).toMatchObject({ ended_at: null, error: 'no answer' });
    answers.clear();
    await work(t, 41, [one()]);
    expect((await monitorOf(host)).status).toBe(1);
  });

  it('that were never online do not come online by being switched off and on', async () => {
    const { id } = await monitorOf((await hostsOf())[0] ?? '');
    const [before] = await t.db.select().from(monitors).where(eq(monitors.id, id));
    if (!before) throw new Error('The monitor is not stored.');
    await t.db
      .update(monitors)
      .set({ status: 0, lastOnline: null, lastOffline: t.clock.now() })
      .where(eq(monitors.id, id));
    for (const active of [false, true]) {
      const { body } = await api.send('PATCH', `/api/monitor/${id}`, { active });
      expect(body).toMatchObject({ monitor: { active: Number(active), status: 0, last_online: null } });
    }
    await t.db.update(monitors).set(before).where(eq(monitors.id, id));
  });

  it('are removed with their domain and restored with it, including history and switch', async () => {
    const { host, id } = await monitorOf((await hostsOf())[0] ?? '');
    await api.send('PATCH', `/api/monitor/${id}`, { active: false });
    const [row] = await t.db.select().from(monitors).where(eq(monitors.id, id));
    const gone = await api.send('DELETE', `/api/tenant/${row?.tenantId}/${row?.service}`);
    expect(gone.status).toBe(200);
    await work(t, 3, [one()]);
    expect(await hostsOf()).not.toContain(host);
    expect((await api.send('GET', `/api/monitor/${id}`)).status).toBe(404);
    const back = await api.send('POST', `/api/tenant/${row?.tenantId}/${row?.service}/restore`, {});
    expect(back.status).toBe(200);
    await work(t, 3, [one()]);
    expect(await monitorOf(host)).toMatchObject({ id, active: 0 });
    await api.send('PATCH', `/api/monitor/${id}`, { active: true });
  });

  it('keep their state while over half of all checks fail together: the prober itself may be at fault', async () => {
    const hosts = await hostsOf();
    expect(hosts.length).toBeGreaterThanOrEqual(5);
    await work(t, 25, [one()]);
    for (const host of hosts) answers.set(host, failing);
    await work(t, 120, [one()]);
    const during = await list();
    expect(during.prober.faulty_since).not.toBeNull();
    expect(during.monitors.map(({ status }) => status)).not.toContain(0);
    answers.clear();
    await work(t, 25, [one()]);
    expect((await list()).prober.faulty_since).toBeNull();
  });

  it('have the uptime of the raw results, before and after the roll-up', async () => {
    const { host, id } = await monitorOf((await hostsOf())[1] ?? '');
    const exact = async (): Promise<number> => {
      const raw = await t.db.select().from(monitorRaw).where(eq(monitorRaw.monitorId, id));
      const marks = raw.flatMap(({ data }) => [...data].filter((_, index) => index % 8 === 7));
      return (marks.filter((mark) => mark === 0).length / marks.length) * 100;
    };
    const everywhere = async () => {
      const ranges = ['24h', '7d', '30d', '90d'].map(async (range) => {
        const { body } = await api.send('GET', `/api/monitor/${id}?range=${range}`);
        return getMonitor.response.parse(body).monitor.uptimepc ?? -1;
      });
      return [(await monitorOf(host)).uptimepc ?? -1, ...(await Promise.all(ranges))];
    };
    for (const seconds of [400, 300, 800]) {
      answers.set(host, failing);
      await work(t, seconds / 10, [one()]);
      answers.clear();
      await work(t, seconds / 5, [one()]);
      await rollUp(t);
      for (const uptime of await everywhere()) expect(Math.abs(uptime - (await exact()))).toBeLessThanOrEqual(0.001);
      t.clock.advance(1_300_000);
    }
    // Late results of an hour already in the rings are counted once.
    await t.db.update(monitorRaw).set({ rolled: false });
    for (const uptime of await everywhere()) expect(Math.abs(uptime - (await exact()))).toBeLessThanOrEqual(0.001);
    await rollUp(t);
    for (const uptime of await everywhere()) expect(Math.abs(uptime - (await exact()))).toBeLessThanOrEqual(0.001);
  });
});

describe('two workers', () => {
  it('share the monitors, check none twice, and take over from a dead one within two intervals', async () => {
    const [first, second] = [createWorker(t, 'first'), createWorker(t, 'second')];
    t.clock.advance(60_000);
    await work(t, 60, [first, second]);
    const times = new Map<string, number[]>();
    const note = (): void => {
      for (const host of asked.splice(0)) times.set(host, [...(times.get(host) ?? []), t.clock.now().getTime()]);
    };
    asked.length = 0;
    for (let turn = 0; turn < 30; turn += 1) {
      await work(t, 2, [first, second]);
      note();
    }
    for (const at of times.values()) expect(at).toHaveLength(3);
    // Killed: it neither renews nor releases its leases.
    for (let turn = 0; turn < 30; turn += 1) {
      await work(t, 2, [second]);
      note();
    }
    expect(times.size).toBe((await hostsOf()).length);
    for (const at of times.values()) {
      const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(40_000);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000);
    }
  });

  it('write nothing for monitors leased by another one', async () => {
    const [first, second] = [createWorker(t, 'early'), createWorker(t, 'late')];
    t.clock.advance(60_000);
    await work(t, 21, [first]);
    const before = await t.db.select().from(monitors);
    // The first one was suspended for longer than its lease, with a check in progress.
    t.clock.advance(20_000);
    await letPass(t, 20);
    first.checks.use({ until: Infinity, change: null });
    first.checks.runDue();
    await new Promise(setImmediate);
    const stale = first.checks.drainFindings();
    expect(stale.length).toBeGreaterThan(0);
    await renew(second);
    await writeBatch(t, 'early', stale);
    expect(await t.db.select().from(monitors)).toEqual(before);
  });
});

describe('findings', () => {
  const stored = async () => [await t.db.select().from(monitors), await t.db.select().from(monitorRaw)];
  /** Findings of a worker that are not written yet. */
  const found = async () => {
    const worker = createWorker(t, 'finder');
    await t.db.delete(monitorLeases);
    await renew(worker);
    for (let second = 0; second < 20; second += 1) {
      t.clock.advance(1_000);
      worker.checks.runDue();
      await new Promise(setImmediate);
    }
    const findings = worker.checks.drainFindings();
    expect(findings.length).toBeGreaterThan(0);
    return findings;
  };

  it('are dropped if the monitor was changed meanwhile', async () => {
    const findings = await found();
    await t.db.update(monitors).set({ revision: sql`revision + 1` });
    const before = await stored();
    await writeBatch(t, 'finder', findings);
    expect(await stored()).toEqual(before);
  });

  it('are dropped if the monitor is being changed while they are written', async () => {
    const findings = await found();
    const checks = async () => new Map((await t.db.select().from(monitors)).map((one) => [one.id, one.lastCheck]));
    const before = await checks();
    const changed = Promise.withResolvers<void>();
    const changing = t.db.transaction(async (tx) => {
      await tx.update(monitors).set({ revision: sql`revision + 1` });
      changed.resolve();
      await lockAwaited(tx);
    });
    await changed.promise;
    await Promise.all([changing, writeBatch(t, 'finder', findings)]);
    expect(await checks()).toEqual(before);
  });

  it('are written without a deadlock while several monitors are changed', async () => {
    const findings = (await found()).toSorted((a, b) => b.id - a.id);
    const [last = 0, first = 0] = [findings[0]?.id, findings.at(-1)?.id];
    const locked = Promise.withResolvers<void>();
    const changing = t.db.transaction(async (tx) => {
      await lockMonitors(tx, [first]);
      locked.resolve();
      await lockAwaited(tx);
      await lockMonitors(tx, [last]);
    });
    await locked.promise;
    await expect(Promise.all([changing, writeBatch(t, 'finder', findings)])).resolves.toBeDefined();
  });

  it('are written after the clock was set back, once', async () => {
    await writeBatch(t, 'finder', await found());
    t.clock.advance(-3_600_000);
    const late = await found();
    await writeBatch(t, 'finder', late);
    const once = await stored();
    const lastChecks = new Map((await t.db.select().from(monitors)).map(({ id, lastCheck }) => [id, lastCheck]));
    for (const { id, condition } of late) expect(lastChecks.get(id)).toEqual(condition.lastCheck);
    await writeBatch(t, 'finder', late);
    expect(await stored()).toEqual(once);
    t.clock.advance(3_600_000);
  });

  it('are written once, even if the write is retried because its response was lost', async () => {
    const findings = await found();
    const before = await stored();
    await writeBatch(t, 'finder', findings);
    const once = await stored();
    expect(once).not.toEqual(before);
    await writeBatch(t, 'finder', findings);
    expect(await stored()).toEqual(once);
  });
});

/** Created lazily, when the context exists. */
function createWorkerLater(): () => Worker {
  let worker: Worker | null = null;
  return () => (worker ??= createWorker(t, 'one'));
}
