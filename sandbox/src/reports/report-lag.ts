import { createDice } from '../random.ts';

const MINUTE_MS = 60_000;

/**
 * By how many milliseconds the reports about a tenant lag behind: none for nearly all; a few sit in a queue that is never worked off,
 * so that the console shows them as stale. A name that ends with 'late' asks for it.
 */
export function lagOf(tenant: string): number {
  const dice = createDice(1, `lag ${tenant}`);
  const isLate = dice.chance(0.04) || tenant.toLowerCase().endsWith(' late');
  return isLate ? dice.pick([25, 130, 560]) * MINUTE_MS : 0;
}
