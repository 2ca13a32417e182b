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
import { grouped, reportAtMost } from './measure/figures.ts';
import { ownProcessorMs } from './measure/processor-time.ts';

const RULES = Number(process.argv[2] ?? 10_000);
const MONITORS = Number(process.argv[3] ?? 50_000);
const TENANTS = MONITORS / 5;
const STEP_MS = 2_000;
const SPAN_MS = 20_000;
/** Limit for the evaluation while the state lasts, in percent of a core. */
const MAX_PERCENT = 10;
/** The same for the 20 s in which 1,000 sites go down for thousands of rules, or come back. */
const MAX_BURST_PERCENT = 25;
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
      const sites = part.map((id) => ({
        tenantId: id,
        service: 'coursepro' as const,
        host: `s${site}.t${id}.example`,
      }));
      await t.db.insert(domains).values(sites);
      const checked = { createdAt: at, lastCheck: at, lastOnline: at };
      await t.db.insert(monitors).values(sites.map((where) => ({ ...where, ...checked })));
    }
  }
  await t.db.execute(sql`analyze`);
}

/** Views of a tenth of the tenants each. */
async function insertViews(): Promise<number[]> {
  const views = Array.from({ length: 10 }, (_, digit) => ({ name: `View ${digit}`, search: `q=%22${digit}%22` }));
  const view = { page: 'tenants' as const, shared: true, owner: 'bench' };
  const stored = await t.db
    .insert(savedViews)
    .values(views.map((named) => ({ ...view, ...named })))
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

/** Prints the processor time of 20 s of steps. @param before runs before each step */
async function evaluate(name: string, maxPercent: number | null, before?: () => Promise<void>): Promise<void> {
  const used = ownProcessorMs();
  for (let at = 0; at < SPAN_MS; at += STEP_MS) {
    t.clock.advance(STEP_MS);
    await before?.();
    await evaluator.step();
  }
  const percent = ((ownProcessorMs() - used) * 100) / SPAN_MS;
  if (maxPercent === null) console.log(`${name}: ${percent.toFixed(1)} % of a core`);
  else reportAtMost(name, percent, maxPercent, '% of a core');
}

try {
  await insertFleet();
  await insertRules();
  await evaluator.step();
  console.log(`${RULES} rules, ${MONITORS} monitors`);
  await evaluate('all well', MAX_PERCENT);
  const announce = () => inUnauditedTransaction(t, async ({ changed }) => changed(TOPIC.tenants));
  await evaluate('all well, the list of tenants changes', MAX_PERCENT, announce);
  await fail(20);
  await evaluate('20 sites go down', MAX_PERCENT);
  await evaluate('20 sites stay down', null);
  await heal();
  await evaluate('20 sites come back', null);
  t.clock.advance(3_600_000);
  await t.db.delete(alertDeliveries);
  await fail(1_000);
  await evaluate('1,000 sites go down at once', null);
  await evaluate('they settle, and alerts are opened', MAX_BURST_PERCENT);
  await evaluate('1,000 sites stay down', MAX_PERCENT);
  await heal();
  await evaluate('1,000 sites come back', MAX_BURST_PERCENT);
  const messages = await t.db.$count(alertDeliveries);
  const opened = await t.db.$count(alerts);
  const members = await t.db.$count(alertMembers);
  console.log(`${opened} alerts with ${grouped(members)} subjects`);
  reportAtMost('the rule with a channel told the 1,000 in', messages, MAX_MESSAGES, 'messages');
} finally {
  await t.close();
}
