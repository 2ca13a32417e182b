import type {
  Inventory,
  InventoryPart,
  InventoryTenant,
  InventoryRelation,
} from '@mission-control/contract/inventory/schema';
import {
  BRIMHAM_ACCOUNT,
  brimhamRelatives,
  BRIMHAM,
  BRIMHAM_PARENT,
  BRIMHAM_TRAINING,
  buildBrimham,
} from './brimham.ts';
import { buildConfigKeys } from './config-keys/all.ts';
import { accountName, TenantNames, type RegionCode } from './names.ts';
import { buildHistory } from './past/build-history.ts';
import { buildDatabaseHosts, buildRegions, WILDCARDS } from './platform.ts';
import { createDice } from './random.ts';
import { limitPublished } from './server-files.ts';
import { withSoapAccount } from './sites/soap-account.ts';
import { buildTenant, type FleetPlan, type GivenTenant } from './tenants.ts';

/** Groups of sites under one owner: a parent with 3 to 8 children, some of which have a child. Acyclic. */
function buildRelations(seed: number, tenants: readonly InventoryTenant[]): InventoryRelation[] {
  const dice = createDice(seed, 'relations');
  const names = new Set(tenants.map((one) => one.name));
  const showcase = [
    { parent: BRIMHAM_PARENT, child: BRIMHAM },
    { parent: BRIMHAM, child: BRIMHAM_TRAINING },
  ].filter(({ parent, child }) => names.has(parent) && names.has(child));
  const taken = new Set([BRIMHAM, BRIMHAM_PARENT, BRIMHAM_TRAINING]);
  const byOwner = Map.groupBy(
    tenants.filter((one) => !taken.has(one.name)),
    (one) => one.account,
  );
  const groups = [...byOwner.values()].flatMap((sites): InventoryRelation[] => {
    const [head, ...rest] = sites.map((site) => site.name);
    if (head === undefined || rest.length < 3 || !dice.chance(0.6)) return [];
    const children = rest.slice(0, dice.int(3, 8));
    const below = rest[children.length];
    const [first = head] = children;
    return [
      ...children.map((child) => ({ parent: head, child })),
      ...(below !== undefined && dice.chance(0.4) ? [{ parent: first, child: below }] : []),
    ];
  });
  return [...showcase, ...groups];
}

/** Parameters of a fleet; generation is deterministic. */
export interface FleetOptions {
  /** Number of tenants, at least 1; the first one is Brimham Active. */
  tenants: number;
  seed: number;
  /** YYYY-MM-DD; reference date of licences and saves. */
  today: string;
  /** ISO end time of the fleet's history; no history when absent. */
  until?: string;
}

/** Tenants per part, so that a large fleet is never entirely in memory. */
const PART = 1000;

/** Generates a realistic fleet in parts: the inventory with the first tenants, then more tenants, each part with its relations. */
export function* generateParts({
  tenants: count,
  seed,
  today,
  until,
}: FleetOptions): Generator<Inventory | InventoryPart> {
  const regions = buildRegions(seed, count);
  const accounts = buildAccounts(seed, count);
  const plan: FleetPlan = { seed, today, regions, names: new TenantNames(), accounts };
  const relatives = brimhamRelatives(count);
  for (const { name } of relatives) plan.names.take(name);
  for (let from = 0; from < count; from += PART) {
    const tenants = Array.from({ length: Math.min(PART, count - from) }, (_, at) =>
      buildAny(plan, from + at, relatives[from + at - Math.min(PART, count) + relatives.length]),
    );
    limitPublished(tenants, from === 0);
    const part = { tenants, relations: buildRelations(seed, tenants) };
    yield from === 0 ? withPlatform(plan, part, until) : part;
  }
}

/** The first part with everything that the tenants of all parts refer to. */
function withPlatform({ seed, regions, accounts }: FleetPlan, part: InventoryPart, until?: string): Inventory {
  const inventory: Inventory = {
    regions: regions.map(({ name, description }) => ({ name, description })),
    accounts: [...new Set([BRIMHAM_ACCOUNT, ...Object.values(accounts).flat()])].map((name) => ({ name })),
    environments: regions.flatMap((region) => region.environments),
    certificates: WILDCARDS.map((domain) => ({ name: domain, domain })),
    database_hosts: buildDatabaseHosts(),
    config_keys: buildConfigKeys(),
    ...part,
  };
  return until === undefined ? inventory : { ...inventory, history: buildHistory(seed, until, inventory) };
}

/** Generates a realistic fleet as a whole. */
export function generateInventory(options: FleetOptions): Inventory {
  const parts = [...generateParts(options)];
  return {
    ...(parts[0] as Inventory),
    tenants: parts.flatMap((part) => part.tenants),
    relations: parts.flatMap((part) => part.relations ?? []),
  };
}

/** Brimham Active is first, its relatives last in its part. Each has its own random sequence, so the rest of the fleet is unaffected. */
const buildAny = (plan: FleetPlan, index: number, relative: GivenTenant | undefined): InventoryTenant =>
  withSoapAccount(index === 0 ? buildBrimham(plan) : buildTenant(plan, index, relative));

/** About one account per three tenants. */
function buildAccounts(seed: number, tenants: number): Record<RegionCode, string[]> {
  const draw = (region: RegionCode, share: number): string[] => {
    const dice = createDice(seed, `accounts ${region}`);
    const names = new Set<string>();
    const wanted = Math.min(400, Math.max(2, Math.round((tenants * share) / 3)));
    while (names.size < wanted) names.add(accountName(dice, region));
    return [...names];
  };
  return { eu: draw('eu', 0.67), us: draw('us', 0.22), ap: draw('ap', 0.11) };
}
