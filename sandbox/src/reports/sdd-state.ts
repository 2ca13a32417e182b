import { createDice, type Dice } from '../random.ts';

const HOUR_MS = 60 * 60_000;
const HOURS = 24;

const KINDS: readonly (readonly [string, (dice: Dice) => string])[] = [
  ['ERROR', (dice) => `Mandate ${dice.int(10_000, 99_999)} rejected: instruction cancelled by payer`],
  ['ERROR', (dice) => `Collection refused by the bank: ${dice.int(2, 40)} payers skipped`],
  ['WARNING', (dice) => `Collection file delivered ${dice.int(12, 90)} min late`],
  ['WARNING', () => 'Bank holiday calendar of the coming year is missing'],
  ['NOTICE', (dice) => `Retry ${dice.int(1, 3)} of 3 for batch ${dice.int(1000, 9999)} scheduled`],
  ['NOTICE', (dice) => `Mandate import: ${dice.int(1, 9)} duplicate references ignored`],
];

/** The errors of a tenant's SDD in the last 24 hours, the same ones whoever asks when; null when it has none, as most. */
export function sddErrorsOf(tenant: string, now: number) {
  if (!createDice(1, `sdd ${tenant}`).chance(0.08)) return null;
  const errors = [];
  for (let hour = Math.floor(now / HOUR_MS); hour > now / HOUR_MS - HOURS; hour -= 1) {
    const dice = createDice(hour, `sdd ${tenant}`);
    const at = (hour + dice.next()) * HOUR_MS;
    if (!dice.chance(0.05) || at > now) continue;
    const [level, says] = dice.pick(KINDS);
    errors.push({ message: says(dice), timestamp: new Date(at).toISOString(), level });
  }
  return errors.length === 0 ? null : { errors };
}
