// Processor time of evaluating 10,000 alert rules over 50,000 monitors for 20 s, in this process and in PostgreSQL or PGlite: quiet, with a
// few sites that come and go, and with 1,000 sites down at once. Run: node bench/alerts.ts [rules] [monitors]
import { TOPIC } from '@mission-control/contract/topics';
import { databaseHosts, domains, tenants, tenantServices } from '@mission-control/server/fleet/tables';
import { createTestCtx } from '@mission-control/server/platform/testing/test-ctx';
import { sql } from 'drizzle-orm';
import { createEvaluator } from '../server/src/features/alerts/evaluate/evaluator.ts';
import {
  alertChannels,
  alertDeliveries,
  alertMembers,
  alertRules,
  alerts,
} from '../server/src/features/alerts/tables.ts';
import { downRule } from '../server/src/features/alerts/testing/alert-fleet.ts';
import { importInventory } from '../server/src/features/inventory/public.ts';
import { smallInventory } from '../server/src/features/inventory/testing/small-inventory.ts';
import { monitorOutages, monitors } from '../server/src/features/monitors/public.ts';
import { savedViews } from '../server/src/features/views/public.ts';
import { systemCtx } from '../server/src/platform/context.ts';
import { inUnauditedTransaction } from '../server/src/platform/database/transaction.ts';

const RULES = Number(process.argv[2] ?? 10_000);
const MONITORS = Number(process.argv[3] ?? 50_000);
const TENANTS = MONITORS / 5;
const STEP_MS = 2_000;
const SPAN_MS = 20_000;
/** Maximum share of a core for the evaluation while nothing changes. */
const MAX_SHARE = 0.1;
/** The same for the 20 s in which 1,000 sites go down for thousands of rules, or come back. */
const MAX_BURST = 0.25;
const MAX_MESSAGES = 20;
const BATCH = 2_000;

const t = await createTestCtx();
const evaluator = createEvaluator(systemCtx(t, 'alerts'));

async function insertFleet(): Promise<void> {
  await importInventory(t, smallInventory());
  const at = t.clock.now();
  const hosts = await t.db.select({ id: databaseHosts.id }).from(databaseHosts);
  const ids = Array.from({ length: TENANTS }, (_, index) => 1_000 + index);
  const tenant = { regionId: 1, accountId: 1, createdAt: at, updatedAt: at, updatedBy: 'bench' };
  for (let from = 0; from < TENANTS; from += BATCH) {
    const part = ids.slice(from, from + BATCH);
    await t.db.insert(tenants).values(part.map((id) => ({ ...tenant, id, name: `Tenant ${id}`, nameKey: `t${id}` })));
    await t.db.insert(tenantServices).values(
      part.map((id) => ({
        tenantId: id,
        service: 'coursepro' as const,
        databaseHostId: hosts[id % hosts.length]?.id ?? null,
      })),
    );
    for (let site = 0; site < 5; site += 1) {
      const own = part.map((id) => ({ tenantId: id, service: 'coursepro' as const, host: `s${site}.t${id}.example` }));
      await t.db.insert(domains).values(own);
      await t.db.insert(monitors).values(own.map((one) => ({ ...one, createdAt: at, lastCheck: at, lastOnline: at })));
    }
  }
  await t.db.execute(sql`analyze`);
}

/** Views of a tenth of the tenants each. */
async function insertViews(): Promise<number[]> {
  const own = Array.from({ length: 10 }, (_, digit) => ({ name: `View ${digit}`, search: `q=%22${digit}%22` }));
  const view = { page: 'tenants' as const, shared: true, owner: 'bench' };
  const stored = await t.db
    .insert(savedViews)
    .values(own.map((one) => ({ ...view, ...one })))
    .returning();
  return stored.map(({ id }) => id);
}

/** One rule in a hundred covers everything, another one a view, the others one tenant each. */
async function insertRules(): Promise<void> {
  const at = t.clock.now();
  const [channel] = await t.db
    .insert(alertChannels)
    .values({ name: 'bench', kind: 'webhook', enabled: true, target: 'bench', updatedAt: at, updatedBy: 'bench' })
    .returning();
  const views = await insertViews();
  const rows = Array.from({ length: RULES }, (_, index) => ({
    ...downRule({ channels: index === 0 ? [channel?.id ?? 0] : [] }),
    kind: index % 3 === 1 ? ('site-slow' as const) : ('site-down' as const),
    limit: 3,
    scope: {
      regions: [],
      environments: [],
      tenants: index % 50 === 0 ? [] : [1_000 + (index % TENANTS)],
      views: index % 100 === 50 ? [views[((index - 50) / 100) % 10] ?? 0] : [],
    },
    updatedAt: at,
    updatedBy: 'bench',
  }));
  for (let from = 0; from < RULES; from += BATCH) await t.db.insert(alertRules).values(rows.slice(from, from + BATCH));
}

async function fail(count: number): Promise<void> {
  const at = t.clock.now().toISOString();
  await t.db.execute(sql`with hit as (
    update ${monitors} set status = 0, last_error = 'Status 503' where id in (select id from ${monitors} order by id desc limit ${count}) returning id
  ) insert into ${monitorOutages} (monitor_id, started_at, error, failures) select id, ${at}::timestamptz, 'Status 503', 3 from hit`);
}

async function heal(): Promise<void> {
  await t.db.execute(sql`update ${monitors} set status = 1 where status = 0`);
  await t.db.execute(sql`update ${monitorOutages} set ended_at = now() where ended_at is null`);
}

/** Processor time of 20 s of steps, as a share of a core. @param before runs before each step */
async function share(name: string, before?: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  for (let at = 0; at < SPAN_MS; at += STEP_MS) {
    t.clock.advance(STEP_MS);
    await before?.();
    await evaluator.step();
  }
  const { user, system } = process.cpuUsage(start);
  const part = (user + system) / 1_000 / SPAN_MS;
  console.log(`${name.padEnd(44)} ${(part * 100).toFixed(2)} % of a core`);
  return part;
}

try {
  await insertFleet();
  await insertRules();
  await evaluator.step();
  console.log(`${RULES} rules, ${MONITORS} monitors`);
  const quiet = await share('all well');
  const announce = () => inUnauditedTransaction(t, async ({ changed }) => changed(TOPIC.tenants));
  const changing = await share('all well, the list of tenants changes', announce);
  await fail(20);
  const few = await share('20 sites go down');
  await share('20 sites stay down');
  await heal();
  await share('20 sites come back');
  t.clock.advance(3_600_000);
  await t.db.delete(alertDeliveries);
  await fail(1_000);
  await share('1,000 sites go down at once');
  const burst = await share('they settle, and alerts are opened');
  const many = await share('1,000 sites stay down');
  await heal();
  const back = await share('1,000 sites come back');
  const sent = await t.db.select().from(alertDeliveries);
  const opened = await t.db.select().from(alerts);
  const members = await t.db.$count(alertMembers);
  console.log(
    `${opened.length} alerts with ${members.toLocaleString('en-GB')} subjects; the rule with a channel sent ${sent.length} messages about the 1,000`,
  );
  const worst = Math.max(quiet, changing, few, many);
  if (worst > MAX_SHARE || Math.max(burst, back) > MAX_BURST || sent.length > MAX_MESSAGES) {
    console.error(
      `over ${MAX_SHARE * 100} % of a core in a lasting state, ${MAX_BURST * 100} % in a burst, or over ${MAX_MESSAGES} messages`,
    );
    process.exitCode = 1;
  }
} finally {
  await t.close();
}
