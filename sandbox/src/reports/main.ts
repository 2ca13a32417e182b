import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InventoryPart, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { followControlFiles } from '../control-files.ts';
import {
  type ReportOrder,
  pushCompetencies,
  pushCron,
  pushSddErrors,
  pushStatistics,
  pushSystem,
  pushVersions,
  tenantsOf,
} from './push-reports.ts';
import { readCounts } from './statistics-state.ts';
import { readSystems } from './system-state.ts';
import { readVersions } from './version-state.ts';

const CRON_EVERY_MS = 5 * 60_000;
/** Systems report less often. */
const ROUNDS_PER_SYSTEM_REPORT = 2;
/** Competencies rarely change. */
const ROUNDS_PER_COMPETENCY_REPORT = 12;

/** The tenants of an inventory without their configs. */
async function readTenants(file: string): Promise<Omit<InventoryTenant, 'configs'>[]> {
  const tenants: Omit<InventoryTenant, 'configs'>[] = [];
  for await (const line of createInterface({ input: createReadStream(file) }))
    for (const { configs: _configs, ...tenant } of (JSON.parse(line) as InventoryPart).tenants) tenants.push(tenant);
  return tenants;
}

async function readFleet({ inventory, fleet, releases }: ReportOrder) {
  const tenants = await readTenants(inventory);
  const control = fleet === null ? undefined : followControlFiles(fleet);
  return {
    systemsOf: readSystems(tenants),
    countsOf: readCounts(tenants),
    versionsOf: readVersions(tenants, releases),
    control,
  };
}
type Fleet = Awaited<ReturnType<typeof readFleet>>;

/** Sends the reports of all environments sequentially. A rejected report is skipped until the next round, as in a real fleet. */
async function pushRound(order: ReportOrder, round: number, fleet: Fleet): Promise<void> {
  const { control } = fleet;
  await control?.scan();
  for (const token of order.tokens) {
    const sender = { console: order.console, token };
    try {
      const tenants = await tenantsOf(sender);
      const now = new Date().getTime();
      await pushStatistics(sender, tenants, now, fleet.countsOf);
      await pushVersions(sender, tenants, now, fleet);
      await pushSddErrors(sender, tenants, now);
      await pushCron(sender, tenants, now, control);
      if (round % ROUNDS_PER_SYSTEM_REPORT === 0) await pushSystem(sender, tenants, now, fleet.systemsOf);
      if (round % ROUNDS_PER_COMPETENCY_REPORT === 0) await pushCompetencies(sender, tenants, now);
    } catch (error) {
      process.stderr.write(`A report of the sandbox did not get through: ${String(error)}\n`);
    }
  }
}

async function pushForEver(order: ReportOrder): Promise<void> {
  const fleet = await readFleet(order);
  for (let round = 0; ; round += 1) {
    await pushRound(order, round, fleet);
    await sleep(CRON_EVERY_MS);
  }
}

// Reads its parameters as one line of JSON, and exits when stdin closes, i.e. whenever the console that started it ends.
process.stdin.on('close', () => process.exit(0));
if (!process.stdin.isTTY) process.on('SIGINT', () => {});
const [line] = (await once(createInterface({ input: process.stdin }), 'line')) as [string];
await pushForEver(JSON.parse(line) as ReportOrder);
