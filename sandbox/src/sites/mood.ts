import { createDice } from '../random.ts';

/** How a site of the fleet is today: `down` answers 503, `silent` never answers, `garbled` answers its API with a page. */
export type Mood = 'well' | 'down' | 'silent' | 'garbled';

const FAILING = ['down', 'silent', 'garbled'] as const;
/** So that an operator of the sandbox meets failures too. */
const FAILING_SHARE = 0.04;

/**
 * The same site is always in the same mood. A first label that ends with one, as in `elm-down.coursepro.co.uk`, asks for it; of all
 * others a few are down.
 */
export function moodOf(host: string): Mood {
  const [label = ''] = host.split('.', 1);
  const asked = FAILING.find((mood) => label.endsWith(`-${mood}`));
  return asked ?? (createDice(1, `mood ${host}`).chance(FAILING_SHARE) ? 'down' : 'well');
}
