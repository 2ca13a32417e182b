import { findConfigKind } from '../config/kinds.ts';
import { reservedFault } from '../config/limits.ts';
import { findCycle, cycleText } from '../relations/rules.ts';
import { foldName } from '../search/rules.ts';
import { findService } from '../catalogue.ts';
import { servedServices } from '../services/rules.ts';
import type { Inventory, InventoryConfig, InventoryEnvironment, InventoryService, InventoryTenant } from './schema.ts';
import { historyFaults } from './history-rules.ts';
import { known, unique, type Report } from './report-faults.ts';

interface Names {
  regions: ReadonlySet<string>;
  accounts: ReadonlySet<string>;
  certificates: ReadonlySet<string>;
  environments: ReadonlyMap<string, InventoryEnvironment>;
  databaseHosts: ReadonlyMap<string, string>;
}

/** The items of a config before its last save, if that was never published. */
export function itemsBeforeLastSave<Item extends { key: string }>({
  items,
  unpublished,
}: {
  items: readonly Item[];
  unpublished: readonly { key: string; before: Item | null }[];
}): Item[] {
  const before = new Map(items.map((item) => [item.key, item]));
  for (const change of unpublished) {
    if (change.before) before.set(change.key, change.before);
    else before.delete(change.key);
  }
  return [...before.values()];
}

/** Inconsistencies in a well-formed inventory: duplicate names and dangling references. */
export function inventoryFaults(inventory: Inventory): string[] {
  const faults: string[] = [];
  const report: Report = (place, message) => void faults.push(`${place}: ${message}`);
  const names: Names = {
    regions: unique(report, 'regions', inventory.regions.flatMap(keysOf)),
    accounts: unique(report, 'accounts', inventory.accounts.flatMap(keysOf)),
    certificates: unique(report, 'certificates', inventory.certificates.flatMap(keysOf)),
    environments: new Map(inventory.environments.flatMap((one) => keysOf(one).map((key) => [key, one]))),
    databaseHosts: new Map(inventory.database_hosts.flatMap((one) => keysOf(one).map((key) => [key, one.service]))),
  };
  for (const [place, keys] of uniqueNames(inventory)) unique(report, place, keys);
  for (const [at, one] of inventory.environments.entries())
    environmentFaults(report, `environments[${at}]`, one, names);
  for (const [at, one] of inventory.database_hosts.entries())
    known(report, `database_hosts[${at}].region`, names.regions, one.region);
  for (const [at, one] of inventory.tenants.entries()) tenantFaults(report, `tenants[${at}] (${one.name})`, one, names);
  relationFaults(report, inventory);
  historyFaults(report, inventory);
  return faults;
}

/** Identifiers that others may use to refer to it: its ref and its name. */
const keysOf = ({ ref, name }: { ref?: string | undefined; name: string }): string[] => [
  ...new Set([ref ?? name, name]),
];

/** Folded keys of tenants, which must be unique. */
export const tenantKeys = (tenants: Inventory['tenants']): string[] =>
  tenants.flatMap((one) => [...new Set(keysOf(one).map(foldName))]);

/** Names and numbers that must be unique. */
function uniqueNames(inventory: Inventory): [place: string, names: string[]][] {
  const { environments, tenants } = inventory;
  return [
    ['environments', environments.flatMap(keysOf)],
    ['database_hosts', inventory.database_hosts.flatMap(keysOf)],
    ['environments.servers', environments.flatMap((one) => one.servers)],
    ['config_keys', inventory.config_keys.map((one) => `${one.kind}/${one.key_name}`)],
    ['tenants', tenantKeys(tenants)],
    ['tenants.id', tenants.flatMap((one) => (one.id === undefined ? [] : [String(one.id)]))],
    ['domains', tenants.flatMap((one) => one.services.flatMap((part) => part.domains.map((domain) => domain.host)))],
  ];
}

function relationFaults(report: Report, { tenants, relations = [] }: Inventory): void {
  const at = new Map(tenants.flatMap((one, index) => keysOf(one).map((key) => [key, index])));
  const names = new Set(at.keys());
  for (const [index, { parent, child }] of relations.entries()) {
    known(report, `relations[${index}].parent`, names, parent);
    known(report, `relations[${index}].child`, names, child);
    if (parent === child) report(`relations[${index}]`, `"${parent}" has a relation to itself`);
  }
  unique(
    report,
    'relations',
    relations.map(({ parent, child }) => [parent, child].toSorted(byText).join('" and "')),
  );
  const edges = relations.flatMap(({ parent, child }) => {
    const [above, below] = [at.get(parent), at.get(child)];
    return above === undefined || below === undefined || above === below ? [] : [{ parent: above, child: below }];
  });
  const cycle = findCycle(edges);
  if (cycle) report('relations', `a cycle: ${cycleText(cycle.map((index) => tenants[index]?.name ?? ''))}`);
}

function environmentFaults(report: Report, place: string, one: InventoryEnvironment, names: Names): void {
  known(report, `${place}.region`, names.regions, one.region);
  const able = servedServices(one.type, null);
  for (const slug of unique(report, `${place}.services`, one.services ?? [])) {
    if (!able.includes(slug)) report(`${place}.services`, `"${slug}" has no environments of type ${one.type}`);
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1);

function tenantFaults(report: Report, place: string, tenant: InventoryTenant, names: Names): void {
  known(report, `${place}.region`, names.regions, tenant.region);
  known(report, `${place}.account`, names.accounts, tenant.account);
  const services = unique(
    report,
    `${place}.services`,
    tenant.services.map((one) => one.slug),
  );
  for (const service of tenant.services) serviceFaults(report, `${place}.services.${service.slug}`, service, names);
  unique(
    report,
    `${place}.configs`,
    tenant.configs.map((one) => one.kind),
  );
  for (const config of tenant.configs) {
    const needed = findConfigKind(config.kind)?.service ?? config.kind;
    if (!services.has(needed)) report(`${place}.configs.${config.kind}`, `the tenant has no service "${needed}"`);
    configFaults(report, `${place}.configs.${config.kind}`, config);
  }
}

function serviceFaults(report: Report, place: string, service: InventoryService, names: Names): void {
  const types = findService(service.slug)?.environmentTypes ?? { web: null, worker: null, sns: null };
  for (const role of ['web', 'worker', 'sns'] as const) {
    const name = service[`${role}_environment`];
    if (name === null) continue;
    const found = names.environments.get(name);
    if (found === undefined) report(`${place}.${role}_environment`, `there is no "${name}"`);
    else if (found.type !== types[role])
      report(`${place}.${role}_environment`, `"${name}" has type ${found.type}, not ${types[role] ?? 'any'}`);
    else if (found.services && !found.services.includes(service.slug))
      report(`${place}.${role}_environment`, `"${name}" does not serve ${service.slug}`);
  }
  if (service.certificate !== null) known(report, `${place}.certificate`, names.certificates, service.certificate);
  if (service.database_host !== null) {
    const serves = names.databaseHosts.get(service.database_host);
    if (serves === undefined) report(`${place}.database_host`, `there is no "${service.database_host}"`);
    else if (serves !== service.slug) report(`${place}.database_host`, `"${service.database_host}" is for ${serves}`);
  }
  const primaries = service.domains.filter((domain) => domain.is_primary).length;
  if (service.domains.length > 0 && primaries !== 1) report(`${place}.domains`, `${primaries} are primary, not one`);
}

function configFaults(report: Report, place: string, config: InventoryConfig): void {
  unique(
    report,
    `${place}.items`,
    config.items.map((item) => item.key),
  );
  const format = findConfigKind(config.kind)?.format ?? 'php';
  for (const item of [...config.items, ...config.unpublished.flatMap(({ before }) => before ?? [])]) {
    const fault = reservedFault(format, item);
    if (fault !== null) report(`${place}.items`, fault);
  }
  unique(
    report,
    `${place}.unpublished`,
    config.unpublished.map((change) => change.key),
  );
  for (const { key, before } of config.unpublished) {
    if (before !== null && before.key !== key)
      report(`${place}.unpublished`, `"${key}" has an item of "${before.key}"`);
  }
  if ((config.committed === 'older') !== config.unpublished.length > 0) {
    report(`${place}.unpublished`, 'must name changes exactly when committed is "older"');
  }
}
