// The worker of bench/monitors/monitors.ts: a console's prober on a database with 5,000 monitors, in its own process, so that its CPU time
// can be measured. TEST_DATABASE_URL names a PostgreSQL; without it the embedded database is in this process, too.
import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';
import { createFleet } from '@mission-control/server/features/config/testing/config-fleet';
import { createProberHealth, startProber } from '@mission-control/server/features/monitors/public';
import { syncDomains } from '@mission-control/server/features/monitors/queries-fleet';
import { monitorOutages, monitorRaw, monitors } from '@mission-control/server/features/monitors/tables';
import { systemClock, systemRandom } from '@mission-control/server/platform/clock';
import { createSiteClient } from '@mission-control/server/platform/http/site-client';
import { createTestCtx } from '@mission-control/server/platform/testing/test-ctx';
import { createSiteProbes } from '@mission-control/server/ports/probes';
import { eq } from 'drizzle-orm';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { offsetOf } from '../../server/src/features/monitors/probe/due-times.ts';
import { readProber } from '../../server/src/features/monitors/probe/queries-leases.ts';
import { unpackResults } from '../../server/src/features/monitors/probe/results.ts';
import { domains, tenantServices, tenants } from '../../server/src/fleet/tables.ts';
import { ownProcessorMs } from '../measure/processor-time.ts';
import { watchWaiting } from './core-waiting.ts';
import { hostOf, indexOf, isTcp, MONITORS, portOf, WARM_UP_MS } from './monitor-script.ts';

/** Ports of the targets. */
interface Ports {
  http: number;
  tcp: number[];
}

/** Results of the run; times in ms, those of starts and outages relative to the beginning. */
export interface ProberFacts {
  /** Lateness of the measured checks. */
  lateness: number[];
  /** The same without waiting for a core. */
  ownLateness: number[];
  /** From the first check to the last monitor's first check; null if a monitor was never checked (JSON has no Infinity). */
  spread: number | null;
  /** CPU usage during the measurement, as a share of a core. */
  cores: number;
  /** Database results per slot of the measurement: slots with at least one, and surplus results. */
  done: number;
  doubles: number;
  wasFaulty: boolean;
  offline: number;
  outages: { index: number; from: number; to: number | null }[];
}

const TENANTS = MONITORS / 2;
const BATCH = 500;
/** Time after the measurement for checks that time out to be written. */
const END_MS = 12_000;

const [port, seconds] = [JSON.parse(process.argv[2] ?? '{}') as Ports, Number(process.argv[3])];
const t = await createTestCtx();

async function fill(): Promise<void> {
  await createFleet(t);
  const at = t.clock.now();
  for (let from = 0; from < TENANTS; from += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, index) => from + index + 1);
    const tenant = { regionId: 1, accountId: 1, createdAt: at, updatedAt: at, updatedBy: 'bench' };
    await t.db.insert(tenants).values(ids.map((id) => ({ ...tenant, id, name: `Tenant ${id}`, nameKey: `t${id}` })));
    await t.db.insert(tenantServices).values(ids.map((tenantId) => ({ tenantId, service: 'coursepro' })));
    await t.db.insert(domains).values(
      ids.flatMap((tenantId) => [
        { tenantId, service: 'coursepro', host: hostOf(2 * tenantId - 2), isPrimary: true },
        { tenantId, service: 'coursepro', host: hostOf(2 * tenantId - 1) },
      ]),
    );
  }
  await syncDomains(t.db, at);
  await t.db.update(monitors).set({ kind: 'http', port: port.http });
  for (const { id, host } of await t.db.select({ id: monitors.id, host: monitors.host }).from(monitors)) {
    const index = indexOf(host);
    if (!isTcp(index)) continue;
    const target = { kind: 'tcp', port: port.tcp[portOf(index)] ?? 0 } as const;
    await t.db.update(monitors).set(target).where(eq(monitors.id, id));
  }
}

/** The services of a worker; only the address rules are relaxed for the bench's sites. */
const services = {
  ...t,
  clock: systemClock,
  random: systemRandom,
  ports: {
    ...t.ports,
    probes: createSiteProbes(
      createSiteClient({
        rules: () => null,
        ports: [port.http, ...port.tcp],
        resolve: async () => [{ address: '127.0.0.2', family: 4 }],
      }),
    ),
  },
};

/** Counts slots with a database result, and duplicates. */
async function countResults(from: number, to: number): Promise<Pick<ProberFacts, 'done' | 'doubles'>> {
  const slots = new Set<string>();
  let results = 0;
  for (const { monitorId, hour, data } of await t.db.select().from(monitorRaw)) {
    for (const { at } of unpackResults(hour, data)) {
      const due = at.getTime() - lateOf(monitorId, at.getTime());
      if (due < from || due >= to) continue;
      results += 1;
      slots.add(`${monitorId} ${due}`);
    }
  }
  return { done: slots.size, doubles: results - slots.size };
}

/** Lateness of a check relative to its slot in the interval, in ms. */
const lateOf = (id: number, at: number): number => (at - offsetOf(id)) % CHECK_INTERVAL_MS;

const startedAt = new Map<number, number>();
const lateness: number[] = [];
const ownLateness: number[] = [];

async function measure(begin: number): Promise<ProberFacts> {
  const [from, to] = [begin + WARM_UP_MS, begin + WARM_UP_MS + seconds * 1_000];
  const waiting = watchWaiting();
  await sleep(begin - Date.now());
  const prober = startProber(services, createProberHealth(), (id) => {
    const now = Date.now();
    const late = lateOf(id, now);
    if (!startedAt.has(id)) startedAt.set(id, now);
    const waited = waiting.since(now - late);
    if (now - late < from || now - late >= to) return;
    lateness.push(late);
    ownLateness.push(Math.max(0, late - waited));
  });
  await sleep(from - Date.now());
  const before = ownProcessorMs();
  let wasFaulty = false;
  while (Date.now() < to) {
    await sleep(Math.min(5_000, to - Date.now()));
    wasFaulty ||= ((await readProber(t.db))?.faulty ?? null) !== null;
  }
  const used = ownProcessorMs() - before;
  await sleep(END_MS);
  await prober.stop();
  const hosts = new Map((await t.db.select().from(monitors)).map(({ id, host }) => [id, indexOf(host)]));
  const outages = (await t.db.select().from(monitorOutages)).map(({ monitorId, startedAt: start, endedAt: end }) => ({
    index: hosts.get(monitorId) ?? -1,
    from: start.getTime() - begin,
    to: end === null ? null : end.getTime() - begin,
  }));
  const starts = [...startedAt.values()].toSorted((a, b) => a - b);
  return {
    lateness,
    ownLateness,
    spread: startedAt.size === MONITORS ? (starts.at(-1) ?? 0) - (starts[0] ?? 0) : null,
    cores: used / (to - from),
    ...(await countResults(from, to)),
    wasFaulty,
    offline: (await t.db.select().from(monitors).where(eq(monitors.status, 0))).length,
    outages,
  };
}

await fill();
// Exits with the bench, however that ends.
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
const [{ begin }] = (await once(process, 'message')) as [{ begin: number }];
const facts = await measure(begin);
await new Promise((sent) => process.send?.(facts, sent));
await t.close();
process.exit();
