import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import { createDice } from '../random.ts';
import { HOUR, MINUTE } from './times.ts';

const DAY_MINUTES = 1440;
/** When the night's work of the databases is done, in hours (UTC). */
const NIGHT = 2.5;

/** How busy the database hosts were in the last day. @param until ms since 1970 */
export function databasePasts(
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
