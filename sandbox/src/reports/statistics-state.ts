import type { InventoryTenant } from '@mission-control/contract/inventory/schema';
import { createDice, DAY_MS, type Dice } from '../random.ts';

const AGES = [
  ['0–4', 14],
  ['5–7', 25],
  ['8–10', 23],
  ['11–13', 13],
  ['14–17', 6],
  ['18–29', 5],
  ['30–59', 10],
  ['60+', 4],
] as const;
const GENDERS = [
  ['Female', 53],
  ['Male', 43],
  ['Non-binary', 0.7],
  ['Not stated', 3.3],
] as const;
/** Distribution of members who are not on a course. */
const ELSEWHERE = [
  ['Waiting list', 9],
  ['Trial booked', 3.5],
  ['Between terms', 30],
  ['Lapsed', 48],
  ['No course yet', 9.5],
] as const;

/** Counts of a tenant; null when unknown. */
interface Counts {
  members: number | null;
  centres: number | null;
}

/** Member and centre counts by tenant name. */
export type CountsOf = (tenant: string) => Counts;

export function readCounts(
  tenants: readonly Pick<InventoryTenant, 'name' | 'total_members' | 'total_centres'>[],
): CountsOf {
  const counts = new Map(
    tenants.map(({ name, total_members: members, total_centres: centres = null }) => [name, { members, centres }]),
  );
  return (tenant) => counts.get(tenant) ?? { members: null, centres: null };
}

/**
 * Member statistics of a tenant; null when it never reports: tenants without counts, names that end with 'uncounted', and a few
 * others. The share of members on a course varies from day to day.
 */
export function statisticsOf(tenant: string, { members, centres }: Counts, now: number) {
  const dice = createDice(1, `members ${tenant}`);
  if (members === null || dice.chance(0.03) || tenant.toLowerCase().endsWith(' uncounted')) return null;
  const term = 0.32 + 0.16 * dice.next();
  const today = createDice(Math.floor(now / DAY_MS), `on course ${tenant}`).next();
  const oncourse = Math.round(members * (term + 0.01 * today));
  const homeportal = Math.round(oncourse * (dice.chance(0.15) ? 0 : 0.45 + 0.45 * dice.next()));
  return {
    all: members,
    ...(centres !== null && { centres }),
    oncourse,
    homeportal_oncourse: homeportal,
    gender: split(members, GENDERS, dice),
    age: split(members, AGES, dice),
    distribution: [{ label: 'On course', value: oncourse }, ...split(members - oncourse, ELSEWHERE, dice)],
  };
}

/** Splits a number roughly by weight; the parts add up to it. */
function split(total: number, weights: readonly (readonly [string, number])[], dice: Dice) {
  const drawn = weights.map(([label, weight]) => [label, weight * (0.8 + 0.4 * dice.next())] as const);
  let weightLeft = drawn.reduce((sum, [, weight]) => sum + weight, 0);
  let left = total;
  return drawn.map(([label, weight]) => {
    const value = Math.min(left, Math.round((left * weight) / weightLeft));
    left -= value;
    weightLeft -= weight;
    return { label, value };
  });
}
