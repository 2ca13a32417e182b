import type { InventoryHistory } from './history.ts';
import { known, unique, type Report } from './report-faults.ts';
import type { Inventory } from './schema.ts';

/** Inconsistencies of a history: unknown names, times after its end, overlapping outages. */
export function historyFaults(report: Report, inventory: Inventory): void {
  const { history, tenants } = inventory;
  if (history === undefined) return;
  const names = new Set(tenants.map(({ name }) => name));
  const hosts = new Set(tenants.flatMap(({ services }) => services.flatMap(hostsOf)));
  const environments = new Set(inventory.environments.map(({ name }) => name));
  const databases = new Set(inventory.database_hosts.map(({ name }) => name));
  const knownTenant = (place: string, tenant: string | null) => {
    if (tenant !== null) known(report, `${place}.tenant`, names, tenant);
  };
  const inTime = (place: string, ...times: (string | null)[]) => inOrder(report, place, [...times, history.until]);
  for (const [at, { host, outages }] of history.monitors.entries()) {
    known(report, `history.monitors[${at}].host`, hosts, host);
    outageFaults(report, `history.monitors[${at}].outages`, outages, history.until);
  }
  for (const [at, { name }] of history.databases.entries())
    known(report, `history.databases[${at}].name`, databases, name);
  for (const [at, { tenant, environment, created }] of history.cron.entries()) {
    knownTenant(`history.cron[${at}]`, tenant);
    known(report, `history.cron[${at}].environment`, environments, environment);
    inTime(`history.cron[${at}]`, created);
  }
  for (const [at, { tenant, started_at, output, ended_at }] of history.runs.entries()) {
    knownTenant(`history.runs[${at}]`, tenant);
    inTime(`history.runs[${at}]`, started_at, ...output.map((piece) => piece.at), ended_at);
  }
  for (const [at, served] of history.served.entries()) inTime(`history.served[${at}]`, served.at);
  for (const [at, { tenant, updated_at }] of history.brandings.entries()) {
    knownTenant(`history.brandings[${at}]`, tenant);
    inTime(`history.brandings[${at}]`, updated_at);
  }
  for (const [at, change] of history.changes.entries()) {
    knownTenant(`history.changes[${at}]`, change.tenant);
    inTime(`history.changes[${at}]`, change.at);
  }
  for (const [place, keys] of uniqueKeys(history)) unique(report, place, keys);
}

const hostsOf = ({ domains }: { domains: readonly { host: string }[] }): string[] => domains.map(({ host }) => host);

function uniqueKeys({ monitors, databases, cron, brandings, served }: InventoryHistory): [string, string[]][] {
  return [
    ['history.monitors', monitors.map(({ host }) => host)],
    ['history.databases', databases.map(({ name }) => name)],
    ['history.cron', cron.map(({ tenant, environment }) => `${tenant} on ${environment}`)],
    ['history.brandings', brandings.map(({ tenant }) => tenant)],
    ['history.served', served.map(({ service, env }) => `${service} on ${env}`)],
  ];
}

/** Checks that the times are in order; null: ongoing. */
function inOrder(report: Report, place: string, times: readonly (string | null)[]): void {
  const past = times.filter((time) => time !== null);
  const wrong = past.findIndex((time, at) => Date.parse(time) < Date.parse(past[at - 1] ?? time));
  if (wrong !== -1) report(place, `${past[wrong] ?? ''} is before ${past[wrong - 1] ?? ''}`);
}

function outageFaults(
  report: Report,
  place: string,
  outages: InventoryHistory['monitors'][number]['outages'],
  until: string,
): void {
  const early = outages.slice(0, -1).find(({ ended_at }) => ended_at === null);
  if (early) report(place, `the one of ${early.started_at} has not ended, but is not the last`);
  else inOrder(report, place, [...outages.flatMap(({ started_at, ended_at }) => [started_at, ended_at]), until]);
}
