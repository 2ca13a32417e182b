import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { Inventory, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { PEOPLE } from '../configs.ts';
import { createDice } from '../random.ts';
import { cronStateOf } from '../reports/cron-state.ts';
import { lagOf } from '../reports/push-reports.ts';
import { changePasts } from './changes.ts';
import { monitorPasts } from './monitors.ts';
import { otherRuns } from './other-runs.ts';
import { releasePasts } from './releases.ts';
import { iso, HOUR, MINUTE, DAY } from './run-output.ts';

/** Primary, secondary, background. */
const PALETTES = [
  ['#1f6f5c', '#f4a259', '#ffffff'],
  ['#114b8c', '#39a0ed', '#f7f9fc'],
  ['#6a1b4d', '#e05780', '#fffafc'],
  ['#23395b', '#f2c14e', '#ffffff'],
  ['#7a3b00', '#e08e45', '#fffaf3'],
  ['#0b6e4f', '#6bbf59', '#f6fbf4'],
] as const;
/** Share of tenants with HomePortal2 that saved a branding. */
const SHARE = 0.62;

/** Saved brandings, newest first. @param until ms since the epoch */
function brandingPasts(
  seed: number,
  tenants: readonly InventoryTenant[],
  until: number,
): InventoryHistory['brandings'] {
  const saved = tenants.flatMap((tenant) => {
    const dice = createDice(seed, `branding of ${tenant.name}`);
    const host = tenant.services.find((one) => one.slug === 'homeportal2')?.domains[0]?.host;
    if (host === undefined || !dice.chance(SHARE)) return [];
    const [primary, secondary, background] = dice.pick(PALETTES);
    const links = {
      terms_link_external: `https://${host}/terms`,
      privacy_policy_link_external: `https://${host}/privacy`,
    };
    return {
      tenant: tenant.name,
      colors: { primary, secondary, background },
      content: {
        en: {
          find_a_center_title: 'Find your centre',
          find_a_center_text: 'Choose where you would like to swim, play or learn.',
          ...links,
        },
        cy: {
          find_a_center_title: 'Dod o hyd i ganolfan',
          find_a_center_text: 'Dewiswch ble hoffech chi nofio, chwarae neu ddysgu.',
          ...links,
        },
      },
      branch: dice.chance(0.85) ? 'main' : 'develop',
      updated_at: iso(
        Math.floor(until / DAY) * DAY - dice.int(1, 85) * DAY + dice.int(9, 16) * HOUR + dice.int(0, 3599) * 1000,
      ),
      updated_by: dice.pick(PEOPLE),
    };
  });
  return saved.toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
}

const DAY_MINUTES = 1440;
/** Hour of the nightly database jobs (UTC). */
const NIGHT = 2.5;

/** Load of the database hosts in the last day. @param until ms since the epoch */
function databasePasts(
  seed: number,
  hosts: Inventory['database_hosts'],
  tenants: Inventory['tenants'],
  until: number,
): InventoryHistory['databases'] {
  return hosts.map(({ name }) => {
    const dice = createDice(seed, `load of ${name}`);
    const used = tenants.filter((one) => one.services.some((service) => service.database_host === name)).length;
    const busy = Math.min(30, 1 + used / 4);
    let drift = 0;
    return {
      name,
      connections: Array.from({ length: DAY_MINUTES }, (_, at) => {
        const hour = ((until - (DAY_MINUTES - at) * MINUTE) / HOUR) % 24;
        drift = drift * 0.97 + (dice.next() - 0.5) * 0.25;
        const tide = 0.35 + 0.3 * (1 + Math.cos(((hour - 18) / 12) * Math.PI));
        const nightly = Math.abs(hour - NIGHT) < 0.5 ? busy * 0.6 : 0;
        return Math.max(0, Math.round(busy * (tide + drift) * 0.5 + nightly));
      }),
    };
  });
}

/** Log entries per task: enough for a useful log, but few enough not to slow down the first start. */
const LOGS_PER_TASK = 12;

/** Last cron reports of the tenants, consistent with later reports. @param until ms since the epoch */
function cronPasts(tenants: readonly InventoryTenant[], until: number): InventoryHistory['cron'] {
  return tenants.flatMap(({ name, services }) => {
    const environment = services.find(({ slug }) => slug === 'coursepro')?.worker_environment;
    const made = until - lagOf(name);
    const state = environment ? cronStateOf(name, made, LOGS_PER_TASK) : null;
    return environment && state ? [{ tenant: name, environment, created: iso(made), ...state }] : [];
  });
}

/** Maximum tenants with history, so that a large fleet starts as fast as a small one. */
const MAX_TENANTS = 250;

/** History of the fleet over the last 90 days; deterministic. */
export function buildHistory(seed: number, until: string, fleet: Inventory): InventoryHistory {
  const end = Date.parse(until);
  const tenants = fleet.tenants.slice(0, MAX_TENANTS);
  const brandings = brandingPasts(seed, tenants, end);
  const { runs, served } = releasePasts(seed, end);
  return {
    until,
    monitors: monitorPasts(seed, tenants, end),
    databases: databasePasts(seed, fleet.database_hosts, tenants, end),
    cron: cronPasts(tenants, end),
    runs: [...runs, ...otherRuns(seed, tenants, brandings, end)],
    served,
    brandings,
    changes: changePasts(seed, tenants, end),
  };
}
