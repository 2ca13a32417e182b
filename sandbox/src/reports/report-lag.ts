import { createDice } from '../random.ts';

const MINUTE_MS = 60_000;

/**
 * Lag of the reports about a tenant, in ms: 0 for nearly all; a few are delayed so long that the console shows them as stale.
 * A name that ends with 'late' selects this.
 */
export function lagOf(tenant: string): number {
  const dice = createDice(1, `lag ${tenant}`);
  const isLate = dice.chance(0.04) || tenant.toLowerCase().endsWith(' late');
  return isLate ? dice.pick([25, 130, 560]) * MINUTE_MS : 0;
}
