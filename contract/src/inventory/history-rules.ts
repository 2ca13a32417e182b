import type { InventoryHistory } from './history.ts';
import type { Inventory } from './schema.ts';

/** Inconsistencies of a history: unknown names, times after its end, overlapping outages. */
export function historyFaults({ history, tenants, environments, database_hosts }: Inventory): string[] {
  if (history === undefined) return [];
  const names = new Set(tenants.map((one) => one.name));
  const hosts = new Set(
    tenants.flatMap((one) => one.services.flatMap((part) => part.domains.map((each) => each.host))),
  );
  const places = new Set(environments.map((one) => one.name));
  const databases = new Set(database_hosts.map((one) => one.name));
  const inTime = (place: string, ...times: (string | null)[]) => orderFaults(place, [...times, history.until]);
  return [
    ...history.monitors.flatMap((one, at) => [
      ...unknown(`history.monitors[${at}].host`, hosts, one.host),
      ...outageFaults(`history.monitors[${at}].outages`, one, history.until),
    ]),
    ...history.databases.flatMap((one, at) => unknown(`history.databases[${at}].name`, databases, one.name)),
    ...history.cron.flatMap((one, at) => [
      ...unknown(`history.cron[${at}].tenant`, names, one.tenant),
      ...unknown(`history.cron[${at}].environment`, places, one.environment),
      ...inTime(`history.cron[${at}]`, one.created),
    ]),
    ...history.runs.flatMap((one, at) => [
      ...unknown(`history.runs[${at}].tenant`, names, one.tenant),
      ...inTime(`history.runs[${at}]`, one.started_at, ...one.output.map((piece) => piece.at), one.ended_at),
    ]),
    ...history.served.flatMap((one, at) => inTime(`history.served[${at}]`, one.at)),
    ...history.brandings.flatMap((one, at) => [
      ...unknown(`history.brandings[${at}].tenant`, names, one.tenant),
      ...inTime(`history.brandings[${at}]`, one.updated_at),
    ]),
    ...history.changes.flatMap((one, at) => [
      ...unknown(`history.changes[${at}].tenant`, names, one.tenant),
      ...inTime(`history.changes[${at}]`, one.at),
    ]),
    ...twice(
      'history.monitors',
      history.monitors.map((one) => one.host),
    ),
    ...twice(
      'history.databases',
      history.databases.map((one) => one.name),
    ),
    ...twice(
      'history.cron',
      history.cron.map((one) => `${one.tenant} on ${one.environment}`),
    ),
    ...twice(
      'history.brandings',
      history.brandings.map((one) => one.tenant),
    ),
    ...twice(
      'history.served',
      history.served.map((one) => `${one.service} on ${one.env}`),
    ),
  ];
}

const unknown = (place: string, names: ReadonlySet<string>, name: string | null): string[] =>
  name === null || names.has(name) ? [] : [`${place}: there is no "${name}"`];

function twice(place: string, names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.flatMap((name) => (seen.size === seen.add(name).size ? [`${place}: "${name}" occurs twice`] : []));
}

/** Checks that the times are in order; null: ongoing. */
function orderFaults(place: string, times: readonly (string | null)[]): string[] {
  const known = times.filter((time) => time !== null);
  const wrong = known.find((time, at) => Date.parse(time) < Date.parse(known[at - 1] ?? time));
  return wrong === undefined ? [] : [`${place}: ${wrong} is before ${known[known.indexOf(wrong) - 1] ?? ''}`];
}

function outageFaults(place: string, monitor: InventoryHistory['monitors'][number], until: string): string[] {
  const { outages } = monitor;
  const early = outages.slice(0, -1).find((one) => one.ended_at === null);
  if (early) return [`${place}: the one of ${early.started_at} has not ended, but is not the last`];
  return orderFaults(place, [...outages.flatMap((one) => [one.started_at, one.ended_at]), until]);
}
