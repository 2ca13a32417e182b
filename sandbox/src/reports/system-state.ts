import type { InventoryTenant } from '@mission-control/contract/inventory/schema';
import { createDice, HOUR_MS } from '../random.ts';

/** System report of a tenant at a given time; null when it does not report. */
export type SystemsOf = (tenant: string, now: number) => { system: Record<string, string> } | null;

/** The systems of the tenants. Their counters change every hour. */
export function readSystems(tenants: readonly Pick<InventoryTenant, 'name' | 'system'>[]): SystemsOf {
  const systems = new Map(tenants.map(({ name, system }) => [name, system]));
  return (tenant, now) => {
    const known = systems.get(tenant);
    if (!known || Object.keys(known).length === 0) return null;
    const dice = createDice(Math.floor(now / HOUR_MS), `system ${tenant}`);
    const queue = dice.chance(0.9) ? dice.int(0, 12) : dice.int(50, 4000);
    return { system: { ...known, queue_length: String(queue) } };
  };
}
