import { isFeature, type FeatureKey, type UtopiaColumn } from './columns.ts';
import { defaultBasis, defaultPrice, partsOf, type Basis } from './prices.ts';
import type { UtopiaTable } from './table.ts';

/** The user's changes to prices (pounds, as typed) and bases, by feature. */
export interface PriceChanges {
  prices: Readonly<Record<string, string>>;
  bases: Readonly<Record<string, Basis>>;
}

/** A feature that some of the shown tenants lack, and the revenue if they bought it. */
export interface Calculation {
  feature: FeatureKey;
  title: string;
  price: string;
  basis: Basis;
  /** Tenants that lack the feature. */
  tenants: number;
  /** How many of them lack the number required by the basis; they count as 0. */
  uncounted: number;
  /** Ten-thousandths of a pound per year; null when the price is invalid. */
  value: bigint | null;
}

const MONTHS = 12n;

/** Price of a quantity, in the same unit as the price. */
export function valueOf(
  basis: Basis,
  parts: number,
  of: { tenants: number; centres: number; members: number },
): bigint {
  const price = BigInt(parts);
  switch (basis) {
    case 'per_site':
      return BigInt(of.centres) * price;
    case 'per_tenant':
      return BigInt(of.tenants) * price;
    case 'per_site_per_month':
      return BigInt(of.centres) * price * MONTHS;
    case 'per_user_per_month':
      return BigInt(of.members) * price * MONTHS;
  }
}

/** Calculates the features that some row lacks. @param matched indices of rows in the table */
export function calculate(
  table: UtopiaTable,
  columns: readonly UtopiaColumn[],
  matched: Uint32Array,
  changes: PriceChanges,
): Calculation[] {
  return columns.flatMap(({ key, title }) => {
    if (!isFeature(key)) return [];
    const missing = countMissing(table, key, matched);
    if (missing.tenants === 0) return [];
    const { price, basis } = priceOf(key, changes);
    const parts = partsOf(price);
    const counted = countedBy(basis);
    return [
      {
        feature: key,
        title,
        price,
        basis,
        tenants: missing.tenants,
        uncounted: counted === null ? 0 : missing.without[counted],
        value: parts === null ? null : valueOf(basis, parts, missing),
      },
    ];
  });
}

/** Sums all calculations with a valid price. */
export function totalOf(calculations: readonly Calculation[]): bigint {
  return calculations.reduce((total, { value }) => total + (value ?? 0n), 0n);
}

/** The quantity a basis multiplies the price by; null = per tenant. */
export function countedBy(basis: Basis): 'centres' | 'members' | null {
  if (basis === 'per_tenant') return null;
  return basis === 'per_user_per_month' ? 'members' : 'centres';
}

/** What the total omits: rows without a number that a feature they lack is multiplied by, and features without a price. */
export interface LeftOut {
  centres: number;
  members: number;
  /** Titles of features. */
  unpriced: string[];
}

export function leftOut(table: UtopiaTable, calculations: readonly Calculation[], matched: Uint32Array): LeftOut {
  const countRows = (by: 'centres' | 'members') => {
    const numbers = table.numbers.get(by);
    const lacking = calculations.flatMap(({ feature, basis }) =>
      countedBy(basis) === by ? (table.missing.get(feature) ?? []) : [],
    );
    return matched.reduce(
      (sum, place) => sum + Number(Number.isNaN(numbers?.[place]) && lacking.some((lacks) => lacks[place] === 1)),
      0,
    );
  };
  const unpriced = calculations.flatMap(({ title, value }) => (value === null ? [title] : []));
  return { centres: countRows('centres'), members: countRows('members'), unpriced };
}

/** Price (as typed) and basis in force for a feature. */
function priceOf(feature: FeatureKey, { prices, bases }: PriceChanges): { price: string; basis: Basis } {
  return {
    price: Object.hasOwn(prices, feature) ? (prices[feature] ?? '') : defaultPrice(feature),
    basis: (Object.hasOwn(bases, feature) ? bases[feature] : undefined) ?? defaultBasis(feature),
  };
}

/**
 * Revenue of one row over all features it lacks. The rows' values add up exactly to the total: both are integers.
 */
export function valueOfRow(
  table: UtopiaTable,
  columns: readonly UtopiaColumn[],
  place: number,
  changes: PriceChanges,
): bigint {
  return totalOf(calculate(table, columns, Uint32Array.of(place), changes));
}

/** Sums integers below 2^31 over fewer than 2^22 rows, which a double represents exactly. */
function countMissing({ missing, numbers }: UtopiaTable, feature: FeatureKey, matched: Uint32Array) {
  const sums = { tenants: 0, centres: 0, members: 0, without: { centres: 0, members: 0 } };
  const lacks = missing.get(feature);
  const [centres, members] = [numbers.get('centres'), numbers.get('members')];
  if (!lacks || !centres || !members) return sums;
  for (const place of matched) {
    if (lacks[place] !== 1) continue;
    const [sites, people] = [centres[place] ?? Number.NaN, members[place] ?? Number.NaN];
    sums.tenants += 1;
    if (Number.isNaN(sites)) sums.without.centres += 1;
    else sums.centres += sites;
    if (Number.isNaN(people)) sums.without.members += 1;
    else sums.members += people;
  }
  return sums;
}
