import type { InventoryTenant } from '@mission-control/contract/inventory/schema';
import { PEOPLE } from './configs.ts';
import { daysBefore, createDice } from './random.ts';

const HOURS_OF_WORK = { from: 8 * 3600, to: 18 * 3600 };

/** Creation time, author and number of centres of a tenant; unknown for a few. */
export function pastOf(
  { seed, today }: { seed: number; today: string },
  name: string,
  hasServices: boolean,
): Pick<InventoryTenant, 'created' | 'created_by' | 'total_centres'> {
  // A separate random generator, so that the rest of the fleet does not change.
  const dice = createDice(seed, `past ${name}`);
  const second = dice.int(HOURS_OF_WORK.from, HOURS_OF_WORK.to);
  const created = { created: daysBefore(today, dice.int(120, 4000), second), created_by: dice.pick(PEOPLE) };
  const centres = 1 + Math.floor(dice.next() ** 2 * 24);
  return {
    total_centres: hasServices && !dice.chance(0.04) ? centres : null,
    ...(dice.chance(0.03) ? {} : created),
  };
}
