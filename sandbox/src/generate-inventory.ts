import type { Inventory, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { BRIMHAM_ACCOUNT, brimhamRelatives } from './brimham-relatives.ts';
import { buildBrimham } from './brimham.ts';
import { buildConfigKeys } from './config-keys/all.ts';
import { accountName, TenantNames, type RegionCode } from './names.ts';
import { buildHistory } from './past/build-history.ts';
import { buildDatabaseHosts, buildRegions, WILDCARDS } from './platform.ts';
import { createDice } from './random.ts';
import { buildRelations } from './relations.ts';
import { withSoapAccount } from './sites/soap-account.ts';
import { buildTenant, type FleetPlan } from './tenants.ts';

/** What a fleet is made from: the same wishes give the same fleet. */
export interface FleetWishes {
  /** At least 1; the first one is Brimham Active. */
  tenants: number;
  seed: number;
  /** YYYY-MM-DD; licences and saves are dated from it. */
  today: string;
  /** ISO time up to which the fleet has a past; without it it has none. */
  until?: string;
}

/** Makes a believable fleet. */
export function generateInventory({ tenants, seed, today, until }: FleetWishes): Inventory {
  const regions = buildRegions(seed, tenants);
  const accounts = buildAccounts(seed, tenants);
  const plan: FleetPlan = { seed, today, regions, names: new TenantNames(), accounts };
  const fleet = buildTenants(plan, tenants);
  const inventory: Inventory = {
    regions: regions.map(({ name, description }) => ({ name, description })),
    accounts: [...new Set([BRIMHAM_ACCOUNT, ...Object.values(accounts).flat()])].map((name) => ({ name })),
    environments: regions.flatMap((region) => region.environments),
    certificates: WILDCARDS.map((domain) => ({ name: domain, domain })),
    database_hosts: buildDatabaseHosts(),
    config_keys: buildConfigKeys(),
    tenants: fleet,
    relations: buildRelations(seed, fleet),
  };
  return until === undefined ? inventory : { ...inventory, history: buildHistory(seed, until, inventory) };
}

/** Brimham Active first, its relatives last. */
function buildTenants(plan: FleetPlan, count: number): InventoryTenant[] {
  const relatives = brimhamRelatives(count);
  for (const { name } of relatives) plan.names.take(name);
  return Array.from({ length: count }, (_, index) =>
    // What is drawn goes by itself, so that this changes nothing else of the fleet.
    withSoapAccount(
      index === 0 ? buildBrimham(plan) : buildTenant(plan, index, relatives[index - count + relatives.length]),
    ),
  );
}

/** About one account for three tenants. */
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
