import { isFeature, type FeatureKey, type UtopiaColumn } from './columns.ts';
import { defaultBasis, defaultPrice, penceOf, type Basis } from './prices.ts';
import type { UtopiaTable } from './table.ts';

/** What the person changed of prices (pounds, as typed) and bases, by feature. */
export interface PriceChanges {
  prices: Readonly<Record<string, string>>;
  bases: Readonly<Record<string, Basis>>;
}

/** A feature that some of the shown tenants do not have, and what it would bring if they bought it. */
export interface Calculation {
  feature: FeatureKey;
  title: string;
  /** As typed. */
  price: string;
  basis: Basis;
  /** Tenants that answer no. */
  tenants: number;
  /** Of them, those without the number that the basis multiplies; they count as 0. */
  uncounted: number;
  /** Pence a year; null when the price is none. */
  value: bigint | null;
}

const MONTHS = 12n;

/** What so many of something cost, in pence. */
export function valueOf(
  basis: Basis,
  pence: number,
  of: { tenants: number; centres: number; members: number },
): bigint {
  const price = BigInt(pence);
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

/** The features that are not all yes among the rows, with what they would bring. @param matched places of rows in the table */
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
    const pence = penceOf(price);
    const uncounted = basis === 'per_user_per_month' ? missing.withoutMembers : missing.withoutCentres;
    return [
      {
        feature: key,
        title,
        price,
        basis,
        tenants: missing.tenants,
        uncounted: basis === 'per_tenant' ? 0 : uncounted,
        value: pence === null ? null : valueOf(basis, pence, missing),
      },
    ];
  });
}

/** The sum of all that has a price, in pence. */
export function totalOf(calculations: readonly Calculation[]): bigint {
  return calculations.reduce((total, { value }) => total + (value ?? 0n), 0n);
}

/** Price (as typed) and basis in force for a feature. */
export function priceOf(feature: FeatureKey, { prices, bases }: PriceChanges): { price: string; basis: Basis } {
  return {
    price: Object.hasOwn(prices, feature) ? (prices[feature] ?? '') : defaultPrice(feature),
    basis: (Object.hasOwn(bases, feature) ? bases[feature] : undefined) ?? defaultBasis(feature),
  };
}

/**
 * What one row would bring, over all features that it does not have, in pence. The rows' values add up to the total: both are
 * whole pence.
 */
export function valueOfRow(
  table: UtopiaTable,
  columns: readonly UtopiaColumn[],
  place: number,
  changes: PriceChanges,
): bigint {
  return totalOf(calculate(table, columns, Uint32Array.of(place), changes));
}

/** Sums of whole numbers below 2^31 over fewer than 2^22 rows: a double holds them exactly. */
function countMissing({ missing, numbers }: UtopiaTable, feature: FeatureKey, matched: Uint32Array) {
  const sums = { tenants: 0, centres: 0, members: 0, withoutCentres: 0, withoutMembers: 0 };
  const lacks = missing.get(feature);
  const [centres, members] = [numbers.get('centres'), numbers.get('members')];
  if (!lacks || !centres || !members) return sums;
  for (const place of matched) {
    if (lacks[place] !== 1) continue;
    const [sites, people] = [centres[place] ?? Number.NaN, members[place] ?? Number.NaN];
    sums.tenants += 1;
    if (Number.isNaN(sites)) sums.withoutCentres += 1;
    else sums.centres += sites;
    if (Number.isNaN(people)) sums.withoutMembers += 1;
    else sums.members += people;
  }
  return sums;
}
