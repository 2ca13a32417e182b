import type { FeatureKey } from './columns.ts';

/** By what a price is multiplied. */
export const BASES = [
  { value: 'per_site', label: 'per site' },
  { value: 'per_tenant', label: 'per tenant' },
  { value: 'per_site_per_month', label: 'per site per month' },
  { value: 'per_user_per_month', label: 'per user per month' },
] as const;
export type Basis = (typeof BASES)[number]['value'];

const PRICES: ReadonlyMap<string, string> = new Map([
  ['has_coursepro', '1000'],
  ['has_sms', '0.06'],
  ['has_sdd', '0.3'],
  ['has_orgs', '250'],
  ['has_ads', '100'],
  ['has_datahub', '300'],
  ['has_homeportal', '60'],
  ['has_gtm', '300'],
  ['has_vouchers', '100'],
  ['has_strive', '0'],
  ['has_commsportal', '20'],
  ['has_insight', '100'],
]);
const OTHER_PRICE = '30';

const PER_USER = new Set<string>(['has_sms', 'has_sdd']);
const PER_TENANT = new Set<string>(['has_ads', 'has_datahub', 'has_gtm', 'has_vouchers']);

/** The price of a feature in pounds, as it stands in its field before anybody changes it. */
export function defaultPrice(feature: FeatureKey): string {
  return PRICES.get(feature) ?? OTHER_PRICE;
}

/** By what the price of a feature is multiplied before anybody changes it. */
export function defaultBasis(feature: FeatureKey): Basis {
  if (PER_USER.has(feature)) return 'per_user_per_month';
  return PER_TENANT.has(feature) ? 'per_tenant' : 'per_site';
}

/** True for one of the four bases. */
export function isBasis(value: unknown): value is Basis {
  return BASES.some((basis) => basis.value === value);
}

/** Prices have up to four decimals (C-131); amounts are whole numbers of the smallest part of a pound that a price can name. */
const PARTS = 10_000;

/** Why a price does not count. */
export const PRICE_FAULT = 'A price is pounds with up to four decimals, at most 9,999,999.9999.';

/** A price in ten-thousandths of a pound: '0.3' is 3,000, '' is 0. Null for what is no price. */
export function partsOf(text: string): number | null {
  const found = /^(\d{0,7})(?:\.(\d{0,4}))?$/.exec(text.trim());
  if (!found) return null;
  return Number(found[1] || '0') * PARTS + Number((found[2] ?? '').padEnd(4, '0'));
}

/** '£1,234.50' for 12,345,000 ten-thousandths, however many there are; parts of a penny are shown where there are some. */
export function inPounds(parts: bigint): string {
  return `£${(parts / BigInt(PARTS)).toLocaleString('en-GB')}.${decimalsOf(parts)}`;
}

/** The same without sign and separators: '1234.50'. */
export function plainPounds(parts: bigint): string {
  return `${parts / BigInt(PARTS)}.${decimalsOf(parts)}`;
}

const decimalsOf = (parts: bigint): string =>
  String(parts % BigInt(PARTS))
    .padStart(4, '0')
    .replace(/0{1,2}$/, '');
