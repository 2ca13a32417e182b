import { dayAfter, type Dice } from './random.ts';

/** All licence states, named by their expiry text. */
export type LicenceState =
  | 'never'
  | 'invalid'
  | 'past'
  | 'yesterday'
  | 'today'
  | 'soon'
  | 'in 90 days'
  | 'in 91 days'
  | 'far';

const WEIGHTS: readonly (readonly [LicenceState, number])[] = [
  ['never', 20],
  ['invalid', 3],
  ['past', 6],
  ['yesterday', 0.5],
  ['today', 0.5],
  ['soon', 12],
  ['in 90 days', 0.5],
  ['in 91 days', 0.5],
  ['far', 57],
];

/** Assigned to the first tenants in this order, so that a small fleet has all of them. */
const LICENCE_STATES = WEIGHTS.map(([state]) => state);

export function licenceStateOf(dice: Dice, tenantIndex: number): LicenceState {
  const drawn = dice.weigh(WEIGHTS);
  return LICENCE_STATES[tenantIndex - 1] ?? drawn;
}

/** Expiry text; null = none. */
export function licenceExpires(dice: Dice, state: LicenceState, today: string): string | null {
  switch (state) {
    case 'never':
      return null;
    case 'invalid':
      return dice.pick(['end of contract', '31/02/2027', '2026-13-01', 'tbc']);
    case 'past':
      return dayAfter(today, -dice.int(2, 700));
    case 'yesterday':
      return dayAfter(today, -1);
    case 'today':
      return today;
    case 'soon':
      return dayAfter(today, dice.int(1, 89));
    case 'in 90 days':
      return dayAfter(today, 90);
    case 'in 91 days':
      return dayAfter(today, 91);
    case 'far':
      return dayAfter(today, dice.int(92, 1100));
  }
}
