import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
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
const ROUNDS_A_SYSTEM_REPORT = 2;
/** Competencies rarely change. */
const ROUNDS_A_COMPETENCY_REPORT = 12;

function readFleet({ inventory, fleet, releases }: ReportOrder) {
  const control = fleet === null ? undefined : followControlFiles(fleet);
  return {
    systemsOf: readSystems(inventory),
    countsOf: readCounts(inventory),
    versionsOf: readVersions(inventory, releases),
    control,
  };
}
type Fleet = ReturnType<typeof readFleet>;

/** Sends the reports of all environments sequentially. A rejected report is skipped until the next round, as in a real fleet. */
async function pushRound(order: ReportOrder, round: number, fleet: Fleet): Promise<void> {
  const { systemsOf, countsOf, versionsOf, control } = fleet;
  await control?.scan();
  for (const token of order.tokens) {
    const sender = { console: order.console, token };
    try {
      const tenants = await tenantsOf(sender);
      const now = new Date().getTime();
      await pushStatistics(sender, tenants, now, countsOf);
      await pushVersions(sender, tenants, now, { versionsOf, control });
      await pushSddErrors(sender, tenants, now);
      await pushCron(sender, tenants, now, control);
      if (round % ROUNDS_A_SYSTEM_REPORT === 0) await pushSystem(sender, tenants, now, systemsOf);
      if (round % ROUNDS_A_COMPETENCY_REPORT === 0) await pushCompetencies(sender, tenants, now);
    } catch (error) {
      process.stderr.write(`A report of the sandbox did not get through: ${String(error)}\n`);
    }
  }
}

async function pushForEver(order: ReportOrder): Promise<void> {
  const fleet = readFleet(order);
  for (let round = 0; ; round += 1) {
    await pushRound(order, round, fleet);
    await sleep(CRON_EVERY_MS);
  }
}

// Reads its order as one line of JSON, and exits when stdin closes, i.e. whenever the console that started it ends.
process.stdin.on('close', () => process.exit(0));
if (!process.stdin.isTTY) process.on('SIGINT', () => {});
const [line] = (await once(createInterface({ input: process.stdin }), 'line')) as [string];
await pushForEver(JSON.parse(line) as ReportOrder);
