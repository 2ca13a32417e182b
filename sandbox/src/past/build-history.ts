import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import { brandingPasts } from './brandings.ts';
import { changePasts } from './changes.ts';
import { databasePasts } from './databases.ts';
import { monitorPasts } from './monitors.ts';
import { otherRuns } from './other-runs.ts';
import { releasePasts } from './releases.ts';

/** The past of so many tenants is told, so that a large fleet starts as fast as a small one. */
const TOLD_TENANTS = 250;

/** What happened to the fleet in the last 90 days: the same wishes give the same past. */
export function buildHistory(seed: number, until: string, fleet: Inventory): InventoryHistory {
  const end = Date.parse(until);
  const tenants = fleet.tenants.slice(0, TOLD_TENANTS);
  const brandings = brandingPasts(seed, tenants, end);
  const { runs, served } = releasePasts(seed, end);
  return {
    until,
    monitors: monitorPasts(seed, tenants, end),
    databases: databasePasts(seed, fleet.database_hosts, tenants, end),
    runs: [...runs, ...otherRuns(seed, tenants, brandings, end)],
    served,
    brandings,
    changes: changePasts(seed, tenants, end),
  };
}
